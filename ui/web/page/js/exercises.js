// Endgame exercises: positions of My games, and of practice games, in which one move wins and no other does.
import { announce } from './announce.js';
import { ask } from './api.js';
import { $ } from './dom.js';
import { isLarge, squares } from './geometry.js';
import { t } from './i18n.js';
import { run } from './library.js';
import { attempt, begin, wire } from './play.js';
import { exerciseAddress } from './route.js';
import { gameOf, matches } from './saved.js';
import { nameOf, sideName, valueText } from './sentences.js';
import { remember, remembered, state, update } from './store.js';

const known = new Map(); // {game, exercises} by the name of a game: its id in My games, or the number of a practice game
const most = 200; // games in known; the oldest are dropped
const leastMoves = 40; // of a game whose end is worth looking at
let queue = null; // names of My games to look through, in a random order; null before they were listed

// count is how many exercises were found with the first try, of how many, and the last practice game.
const count = { first: 0, of: 0, practice: 0, ...remembered('exercises') };

const isPractice = (name) => /^\d+$/.test(name);

const titleOf = (name) => t('exercise.practice', { n: name });

// exercisesIn requests the exercises of a game, none if there is no such game.
async function exercisesIn(name, signal) {
	if (known.has(name)) return known.get(name);
	const practice = isPractice(name);
	const record = practice ? null : await run('readonly', (store) => store.get(name));
	let found = { game: null, exercises: [] };
	if (practice) {
		const { moves, exercises } = await ask('exercises', { number: Number(name) }, signal);
		found = { game: { board: '', start: '', moves: squares(moves), black: null, white: null, names: { black: titleOf(name), white: titleOf(name) }, origin: 'import' }, exercises };
	} else if (record) {
		const game = gameOf(record);
		found = { game, exercises: (await ask('exercises', { game: wire(Infinity, game) }, signal)).exercises };
	}
	known.set(name, found);
	if (known.size > most) known.delete(known.keys().next().value);
	return found;
}

// listed lists My games that the search shows, in a random order.
async function listed() {
	const words = $('#games-search').value.trim();
	const all = await run('readonly', (store) => store.getAll()).catch(() => []); // no storage: practice games alone
	const names = all.filter((one) => !isLarge(one.board) && squares(one.moves).length >= leastMoves && matches(one, words)).map(({ id }) => id);
	return names.map((name) => [Math.random(), name]).sort(([a], [b]) => a - b).map(([, name]) => name);
}

// following finds the exercise after the one on the page: of the same game, of My games, or of a practice game.
async function following(signal) {
	const { game, ply } = state.exercise ?? {};
	const later = game && (await exercisesIn(game, signal)).exercises.find((one) => one.ply > ply);
	if (later) return `${game}.${later.ply}`;
	queue ??= await listed();
	for (;;) {
		const name = queue.shift() ?? String(count.practice + 1);
		if (isPractice(name)) keepCount({ practice: Number(name) });
		const [first] = (await exercisesIn(name, signal)).exercises;
		if (first) return `${name}.${first.ply}`;
	}
}

function keepCount(patch) {
	Object.assign(count, patch);
	remember('exercises', count);
}

// openExercise shows the exercise of an address, GAME.PLY, or the next one.
export function openExercise(address) {
	return attempt(async (signal) => {
		const [, name, at] = /^(.+)\.(\d+)$/.exec(address) ?? [];
		const { game, exercises } = name ? await exercisesIn(name, signal) : {};
		const exercise = exercises?.find((one) => one.ply === Number(at));
		if (!address) queue = null;
		if (!exercise) {
			const next = await following(signal);
			history.replaceState(null, '', exerciseAddress(next));
			await openExercise(next);
			return;
		}
		const { board, start, moves } = game;
		const upTo = { board, start, moves: moves.slice(0, exercise.ply), names: { black: nameOf(game, 'black'), white: nameOf(game, 'white') }, origin: 'import' };
		await begin(upTo, undefined, false, { game: name, ply: exercise.ply, moves: exercise.moves, played: moves[exercise.ply], tried: {}, last: '', found: false });
		announce(`${t('exercise.task')} ${taskSentence()}`);
	}, () => openExercise(address));
}

export const nextExercise = () => attempt(async (signal) => { location.hash = exerciseAddress(await following(signal)); }, nextExercise);

// taskSentence says who is to move, and how many exercises were found.
export function taskSentence() {
	const { board, side } = state.positions.at(-1);
	const parts = [t('status.turn', { side: sideName(side) }), t('exercise.empties', { n: [...board].filter((c) => c === '-').length })];
	if (count.of) parts.push(t('exercise.count', count));
	return parts.join(' · ');
}

const valueOf = (square) => state.exercise.moves.find(({ move }) => move === square).value;

// tryMove answers a try: the move that wins is the solution, others are shown with their values.
export function tryMove(square) {
	const { exercise } = state;
	if (square === exercise.moves[0].move) {
		if (!exercise.last) count.first++;
		solve(square);
		return;
	}
	update({ exercise: { ...exercise, last: square, tried: { ...exercise.tried, [square]: valueOf(square) } } });
	announce(saidOf(square));
}

// saidOf says what a move comes to.
export const saidOf = (square) => t(valueOf(square).discs > 0 ? 'exercise.wins' : valueOf(square).discs < 0 ? 'exercise.loses' : 'exercise.draws', { move: square, value: valueText(valueOf(square)) });

// solve shows the move that wins, and the values of the others. last is the user's move, '' if they asked to see it.
export function solve(last = '') {
	const { exercise } = state;
	if (exercise.found) return;
	keepCount({ of: count.of + 1 });
	update({ exercise: { ...exercise, last, found: true } });
	announce(saidOf(exercise.moves[0].move));
	queueMicrotask(() => $('[data-action=nextExercise]')?.focus()); // one key leads on
}

// playedSentence says what was played in the game.
export function playedSentence() {
	const { played } = state.exercise;
	return played ? `${t('exercise.played', { move: played })} ${played === state.exercise.moves[0].move ? '' : saidOf(played)}` : '';
}

// wholeGame opens the game of the exercise at its position.
export async function wholeGame() {
	const { game, ply } = state.exercise;
	await begin({ ...(await exercisesIn(game)).game }, ply, true);
}
