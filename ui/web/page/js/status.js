// The status beside the board: a title, a line of detail, and buttons.
import { climb, nextRung } from './chooser.js';
import { $, h, text, attribute } from './dom.js';
import { isStatic } from './engine.js';
import { nextExercise, playedSentence, saidOf, solve, taskSentence, wholeGame } from './exercises.js';
import { isLarge } from './geometry.js';
import { known, t } from './i18n.js';
import { atEnd, begin, bothPlayers, goOn, kept, look, position, rematch, retry, togglePause, undo } from './play.js';
import { openNewGame } from './newgame.js';
import { mistakes, learners, review } from './review.js';
import { find, rungOf } from './roster.js';
import { settled } from './saved.js';
import { levelName, nameOf, other, playerName, resultSentence, score, sideName, strength } from './sentences.js';
import { set, state, watch } from './store.js';
import { hurry, mayHurry } from './thought.js';
import { back, forget } from './variations.js';

const isOver = () => position().over || (state.game.forfeit && atEnd());

// status describes the state of the game: {kind, title, detail, actions}. The offer to learn is the last action, and is
// there before the analysis: so no button moves when it is done.
export function status() {
	const now = statusOfGame();
	const offers = isLarge(state.game?.board) || state.line || state.exercise ? false : now.kind === 'over' || (['turn', 'looking'].includes(now.kind) && (analysing() || mistakes().length));
	return offers ? { ...now, actions: [...now.actions, 'learn'] } : now;
}

const analysing = () => state.analysis?.state === 'running';

function statusOfGame() {
	if (state.trouble) return troubled(state.trouble);
	if (!state.game) return { kind: 'waiting', title: t('status.loading'), detail: '', actions: [] };
	if (state.placing?.late) return { kind: 'waiting', title: t('status.waiting'), detail: t('status.waiting.move', state.placing), actions: ['withdraw', 'new'] };
	if (state.exercise) return exercising(state.exercise);
	if (state.editor) return { kind: 'editing', title: t('status.editing'), detail: t('status.editing.how'), actions: [] };
	if (state.line) return trying();
	if (isOver()) return finished();
	const p = position();
	const passed = p.passed ? t('status.passed', { side: sideName(other(p.side)) }) : '';
	if (!atEnd()) {
		const where = state.ply ? t('status.at', { n: state.ply, of: state.game.moves.length }) : t('status.first');
		return { kind: 'looking', title: where, detail: passed || hereMay(), actions: ['end', ...goesOn(), 'new'] };
	}
	if (bothPlayers()) return watching(p, passed);
	const player = state.game[p.side];
	if (player) return { kind: 'thinking', title: t('status.thinking', { name: playerName(player) }), detail: passed, actions: [...(mayHurry() ? ['now'] : []), 'new'] };
	const alone = state.game.black || state.game.white;
	return { kind: 'turn', title: alone ? t('status.yours') : t('status.turn', { side: sideName(p.side) }), detail: passed || t('status.choose', { side: sideName(p.side), n: p.legal.length }), actions: ['new'] };
}

const hereMay = () => (settled() ? t('status.try') : state.game[position().side] ? t('status.waits') : t('status.branch'));

// exercising describes an endgame exercise.
function exercising({ last, found, moves }) {
	if (found) return { kind: 'exercise', title: saidOf(moves[0].move), detail: playedSentence(), actions: ['nextExercise', 'wholeGame', 'quit'] };
	return { kind: 'exercise', title: t('exercise.task'), detail: last ? saidOf(last) : taskSentence(), actions: ['nextExercise', 'solve', 'quit'] };
}

// trying describes a variation.
function trying() {
	const p = position();
	const next = p.passed ? t('status.passed', { side: sideName(other(p.side)) }) : t('status.turn', { side: sideName(p.side) });
	return { kind: 'looking', title: t('line.name', { n: state.line.from + 1 }), detail: p.over ? resultSentence(p) : `${next}. ${t('status.try')}`, actions: ['back', ...goesOn(), 'forget'] };
}

const goesOn = () => (state.game.black || state.game.white ? ['goOn'] : []);

function troubled({ kind, message, square, part }) {
	if (kind === 'link') return { kind, title: t('status.link'), detail: message, actions: [...(part ? ['part'] : []), ...(kept() ? ['kept'] : []), 'new'] };
	if (kind === 'offline') return { kind, title: t('status.offline'), detail: `${isStatic ? `${message} – ` : ''}${square ? t('status.offline.move', { square }) : t('status.offline.kept')}`, actions: ['retry'] };
	return { kind, title: t('status.error'), detail: message, actions: ['retry', 'new'] };
}

function watching(p, passed) {
	const name = playerName(state.game[p.side]);
	const title = state.paused ? t('status.paused') : t('status.thinking', { name });
	return { kind: state.paused ? 'paused' : 'thinking', title, detail: passed || t('status.turn', { side: sideName(p.side) }), actions: ['pause', ...(mayHurry() ? ['now'] : []), 'speed', 'new'] };
}

function finished() {
	const p = position();
	const discs = score(p);
	const { forfeit, black, white } = state.game;
	const winner = p.result > 0 ? 'black' : 'white';
	let title = p.result === 0 ? t('status.draw') : t('status.won', { side: sideName(winner), n: Math.abs(p.result) });
	if (p.result !== 0 && Boolean(black) !== Boolean(white)) {
		title = t(state.game[winner] ? 'status.youLost' : 'status.youWon', { n: Math.abs(p.result) });
	}
	const detail = forfeit ? t('status.forfeit', { side: sideName(forfeit.side), reason: forfeit.reason }) : t('status.score', discs);
	return { kind: 'over', title, detail, actions: [...(nextRung() ? ['climb'] : []), 'rematch', 'new', 'opponent'] };
}

const action = (name, press, main = false, label = t(`action.${name}`)) => h('button', { type: 'button', class: main ? 'main' : 'plain', data: { action: name }, onclick: press, title: known(`action.${name}.about`, null) }, label);

const actions = {
	learn: () => action('learn', () => { if (mistakes().length) review(); }, !nextRung()),
	new: () => action('new', () => openNewGame({ players: state.trouble?.players })),
	opponent: () => action('opponent', () => openNewGame({ opponent: true })),
	rematch: () => action('rematch', rematch),
	part: () => action('part', () => begin(state.trouble.part), true, t('action.part', { n: state.trouble.part.moves.length })),
	kept: () => action('kept', () => begin(kept(), kept().ply)),
	retry: () => action('retry', retry, true),
	climb: () => action('climb', climb, true, t('action.climb', { n: nextRung().generation })),
	now: () => action('now', hurry, true),
	withdraw: () => action('withdraw', undo),
	back: () => action('back', back, true),
	nextExercise: () => action('nextExercise', nextExercise, state.exercise.found),
	solve: () => action('solve', () => solve()),
	wholeGame: () => action('wholeGame', wholeGame),
	quit: () => action('quit', () => { location.hash = '#/'; }),
	forget: () => action('forget', () => forget()),
	end: () => action('end', () => look(Infinity), !mistakes().length && !analysing(), t(settled() ? 'action.last' : 'action.end')),
	goOn: () => action('goOn', () => { if (mayGoOn()) goOn(); }),
	pause: () => h('button', { type: 'button', class: 'main', data: { action: 'pause' }, onclick: togglePause }, t(state.paused ? 'action.resume' : 'action.pause')),
	speed: () => h('label', { class: 'speed' }, h('span', {}, t('speed.name')),
		h('select', { id: 'speed', onchange: (event) => set({ speed: event.target.value }) },
			['slow', 'normal', 'fast', 'instant'].map((s) => h('option', { value: s, selected: s === state.settings.speed }, t(`speed.${s}`))))),
};

// mayGoOn says whether a game goes on from the position on the page: its player has not moved there yet, or it was over.
const mayGoOn = () => !position().over && (settled() || Boolean(state.game[position().side]));

let shown = '';

function render() {
	const now = status();
	const card = $('#status');
	const { loading } = state;
	attribute($('#loading'), 'hidden', loading ? null : '');
	text($('#loading span'), loading ? t(loading.text) : '');
	$('#loading progress').value = loading?.share ?? 0;
	attribute(card, 'data-kind', now.kind);
	text($('#status-title'), now.title);
	text($('#status-detail'), now.detail);
	const key = [now.actions, state.paused, document.documentElement.lang, state.trouble?.part?.moves, nextRung()?.name].join();
	if (key !== shown) {
		shown = key;
		keepFocus(card, () => $('#status-actions').replaceChildren(...now.actions.map((name) => actions[name]())));
	}
	renderActions(card);
}

// renderActions changes the buttons that stay in their places.
function renderActions(card) {
	const learn = $('[data-action=learn]', card);
	if (learn) {
		const none = state.analysis?.state === 'done' && !mistakes().length;
		text(learn, t(none ? 'summary.none' : learners().length > 1 ? 'action.learn.all' : 'action.learn'));
		attribute(learn, 'aria-disabled', mistakes().length ? null : 'true');
	}
	const goOn = $('[data-action=goOn]', card);
	if (goOn) attribute(goOn, 'aria-disabled', mayGoOn() ? null : 'true');
}

// keepFocus recreates buttons and keeps the focus on the same button, or on the nearest one.
function keepFocus(card, change) {
	const focused = card.contains(document.activeElement) ? document.activeElement : null;
	change();
	if (!focused) return;
	const same = focused.dataset.action && $(`[data-action="${focused.dataset.action}"]`, card);
	(same || $('button', card) || $('#board [tabindex="0"]'))?.focus();
}

// The players, their discs and the side to move.
function renderPlayers() {
	if (!state.game) return;
	const p = position();
	const levels = state.roster?.levels ?? [];
	for (const side of ['black', 'white']) {
		const half = $(`#${side}`);
		const player = state.game[side];
		const edited = state.editor && [...state.editor.board].filter((c) => c === (side === 'black' ? 'X' : 'O')).length;
		text($('.count', half), String(state.editor ? edited : p[side]));
		text($('.name', half), nameOf(state.game, side));
		text($('.level', half), levelName(player) || sideName(side));
		text($('.more', half), strength(player, levels, find(player?.name)?.weights, rungOf(player?.name)));
		const moves = !isOver() && (state.editor?.side ?? p.side) === side;
		half.classList.toggle('moves', moves);
		half.classList.toggle('thinks', state.thinking === side);
		text($('.passes', half), p.passed && p.side !== side && !p.over ? t('pass.badge') : '');
	}
}

export function startStatus() {
	const parts = 'loading game positions ply line thinking placing paused trouble editor settings roster analysis review exercise whose thought';
	watch(parts, render);
	watch(parts, renderPlayers);
}
