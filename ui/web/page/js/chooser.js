// The first view: what this is, and the opponents, levels and sides to choose at one touch.
import { $, attribute, h, option, text } from './dom.js';
import { isStatic } from './engine.js';
import { isLarge, standard } from './geometry.js';
import { t } from './i18n.js';
import { openNewGame } from './newgame.js';
import { begin } from './play.js';
import { isOffered, rungOf } from './roster.js';
import { playerName, runPlayer } from './sentences.js';
import { remember, remembered, state, watch } from './store.js';

// ladder lists the opponents to beat one after the other, the weakest first.
const ladder = () => state.roster?.ladder ?? [];

const beaten = new Set(remembered('beaten') ?? []); // the names of players of the ladder

// seat is the side of the only player, '' if the user plays both sides or none.
function seat() {
	const sides = ['black', 'white'].filter((side) => state.game?.[side]);
	return sides.length === 1 ? sides[0] : '';
}

const opponent = () => state.game?.[seat()] ?? null;

// choosing says whether the page offers the choices: before the first move.
export function choosing() {
	const { game } = state;
	return Boolean(game && state.roster) && !game.moves.length && !isLarge(game.board) && !state.editor && !state.trouble && !(game.black && game.white);
}

// choose begins a game with another opponent, on the user's side.
function choose(player, side = seat() || 'white') {
	const { board, start } = state.game;
	begin({ board, start, black: side === 'black' ? player : null, white: side === 'white' ? player : null });
}

// opponents lists the choices: {key, player, label, chosen}.
function opponents() {
	const now = opponent();
	const { usual, newest } = state.roster;
	const own = newest[state.game.board || standard];
	return [
		own && { key: 'own', player: own, label: playerName(own), chosen: now?.name === own.name },
		{ key: 'beginner', player: usual, label: t('chooser.beginner'), chosen: now?.name === usual.name && now.handicap === usual.handicap },
		isOffered('strongest', state.game.board) && { key: 'strongest', player: { name: 'strongest', level: state.roster.level }, label: t('chooser.strongest'), chosen: now?.name === 'strongest' },
		isOffered('human', state.game.board) && { key: 'human', player: { name: 'human', level: state.roster.level }, label: t('chooser.human'), chosen: now?.name === 'human' },
		{ key: 'both', player: null, label: t('chooser.both'), chosen: !now },
	].filter(Boolean);
}

// rungs lists the choices of the ladder: {key, player, label, name, chosen, beaten}. They play at their run's depth.
function rungs() {
	const now = opponent();
	return ladder().filter(({ board }) => board === (state.game.board || standard)).map(({ name, generation }) => ({
		key: name, player: { name }, label: String(generation), name: t(beaten.has(name) ? 'chooser.beaten' : 'player.rung', { n: generation }), chosen: now?.name === name, beaten: beaten.has(name),
	}));
}

// field is a choice with a label: a list of [value, text] with the chosen value.
const field = (name, options, chosen, change) => h('label', { class: `field of-${name}` }, h('span', {}, t(`chooser.${name}`)),
	h('select', { data: { choice: name }, onchange: (event) => change(event.target.value) }, options.map(([value, label]) => option(value, label, value === chosen))));

// versus is the row that says who plays: the opponent, its level, and the user's side.
function versus() {
	const now = opponent();
	const all = opponents();
	const at = all.find((one) => one.chosen)?.key ?? 'other';
	const pick = (key) => {
		if (key === 'more') { openNewGame(); shown = ''; render(); } else choose(all.find((one) => one.key === key).player);
	};
	const listed = [...all.map(({ key, label }) => [key, label]), ...(at === 'other' ? [[at, playerName(now)]] : []), ['more', t('chooser.more')]];
	const rows = [field('opponent', listed, at, pick)];
	if (now && !runPlayer(now.name) && !rungOf(now.name)) {
		const weaker = now.handicap > 0;
		const levels = state.roster.levels.map(({ level, depth }) => [String(level), t('chooser.depth', { n: level, depth })]);
		rows.push(field('level', weaker || !now.level ? [['', weaker ? t('chooser.weaker', { n: now.level }) : t('level.usual')], ...levels] : levels,
			weaker || !now.level ? '' : String(now.level), (level) => choose(level ? { name: now.name, level: Number(level) } : now)));
	}
	if (now) rows.push(field('side', ['black', 'white'].map((side) => [side, t(`side.${side}`)]), seat() === 'black' ? 'white' : 'black', (side) => choose(now, side === 'black' ? 'white' : 'black')));
	return h('div', { class: 'versus' }, rows);
}

// steps is the ladder as a line of discs, each with its generation.
function steps(climbed) {
	if (!climbed.length) return [];
	const disc = (one) => h('button', { type: 'button', class: `rung${one.beaten ? ' beaten' : ''}`, data: { choice: one.key }, 'aria-pressed': String(Boolean(one.chosen)), 'aria-label': one.name, title: one.name, onclick: () => choose(one.player) }, one.label);
	return [h('div', { class: 'choices of-ladder' },
		h('div', { class: 'choices-head' }, h('h2', { id: 'choose-ladder' }, t('chooser.ladder')), isStatic ? null : h('a', { href: '#/runs' }, t('chooser.watch'))),
		h('div', { class: 'rungs', role: 'group', 'aria-labelledby': 'choose-ladder' }, climbed.map(disc)))];
}

let shown = ''; // the data of the present choices

function render() {
	const on = choosing();
	attribute($('#chooser'), 'hidden', on ? null : '');
	$('#app').classList.toggle('choosing', on);
	if (!on) return;
	const all = opponents();
	const climbed = rungs();
	const key = JSON.stringify([all, climbed, state.game.black, state.game.white, document.documentElement.lang]);
	if (key === shown) return;
	shown = key;
	text($('#lead'), t('chooser.lead'));
	const focused = document.activeElement.closest('#chooser') ? document.activeElement.dataset.choice : '';
	$('#choices').replaceChildren(versus(), ...steps(climbed), h('p', { class: 'ways' }, h('button', { type: 'button', class: 'link', data: { open: 'rules', choice: 'rules' } }, t('rules.name')), h('a', { class: 'link', href: '#/exercises' }, t('exercise.name'))));
	if (focused) $(`[data-choice="${focused}"]`)?.focus();
}

// nextRung is the first player of the ladder above a player that the user has beaten, or undefined.
export function nextRung() {
	const at = ladder().findIndex(({ name }) => name === opponent()?.name);
	return won() && at >= 0 ? ladder()[at + 1] : undefined;
}

// won says whether the user has won the game against a player.
function won() {
	const end = (state.aside ?? state).positions.at(-1);
	if (!seat() || !(end?.over || state.game.forfeit)) return false;
	return seat() === 'black' ? end.result < 0 : end.result > 0;
}

// climb begins a game against the next player of the ladder.
export function climb() {
	const { black, white, board } = state.game;
	const up = { name: nextRung().name };
	begin({ board, black: black ? up : null, white: white ? up : null });
}

// note remembers a player of the ladder that the user has beaten.
function note() {
	const { name, handicap } = opponent() ?? {};
	if (!won() || handicap || beaten.has(name) || !rungOf(name)) return;
	beaten.add(name);
	remember('beaten', [...beaten]);
}

export function startChooser() {
	watch('game roster boards editor trouble settings', render);
	watch('positions game', note);
}
