// The panel of an analysed game: how well each side played, what it lost where, and its mistakes.
import { $, attribute, h, text } from './dom.js';
import { signed, t, whole } from './i18n.js';
import { drawLosses } from './losses.js';
import { look } from './play.js';
import { learners, mistakes, mistakesOf, review, sideOf } from './review.js';
import { nameOf, playerName, sideName } from './sentences.js';
import { state, update, watch } from './store.js';

const sides = ['black', 'white'];

const head = (side) => h('th', { scope: 'col' }, h('span', { class: `stone ${side}` }), sideName(side), h('small', {}, sides.some((one) => state.game[one] || state.game.names?.[one]) ? nameOf(state.game, side) : ''));

// row is a row of the table: a name, and what it has for each side.
const row = (name, cell, kind = '') => h('tr', { class: kind }, h('th', { scope: 'row' }, t(name)), sides.map((side) => h('td', {}, cell(side) ?? '–')));

// moveLink names a notable move, and leads to it.
function moveLink(notable, press) {
	if (!notable) return null;
	const { move, mark } = state.analysis.moves[notable.number - 1];
	return h('button', { type: 'button', class: 'move-link', onclick: () => press(notable.number) }, `${notable.number} ${move}${mark}`);
}

function table({ summary, sums }) {
	const lost = (discs) => whole(discs);
	const all = (side) => {
		const discs = sums[side].all_discs_lost;
		const moves = state.analysis.moves.filter((move) => sideOf(move) === side).length;
		return discs === null ? null : [lost(discs), moves && h('small', {}, t('summary.each', { n: (discs / moves).toFixed(1) }))];
	};
	const marked = (side) => `${sums[side].mistakes} · ${sums[side].blunders}`;
	const worst = (number) => (state.analysis.moves[number - 1].mark ? review(number - 1) : look(number, null, null));
	return h('table', { class: 'sums' },
		h('thead', {}, h('tr', {}, h('td'), sides.map(head))),
		h('tbody', {},
			row('summary.accuracy', (side) => (summary[side].accuracy === null ? null : `${whole(summary[side].accuracy)} %`), 'first'),
			row('summary.marks', marked), row('summary.lost', all),
			row('summary.phases', (side) => summary[side].by_phase.map(lost).join(' · '), 'part'),
			row('summary.best', (side) => moveLink(summary[side].best, (number) => look(number, null, null))), row('summary.worst', (side) => moveLink(summary[side].worst, worst))));
}

// lossOf is the loss of a move on its button.
export const lossOf = (move) => (move.lost_discs === null ? '' : signed(-move.lost_discs, move.unit === 'discs' ? 0 : 1));

const mistakeButton = (move) => h('button', { type: 'button', class: 'chip', data: { ply: move.ply }, onclick: () => review(move.ply) }, h('span', { class: `stone ${sideOf(move)}` }), `${move.number} ${move.move}`, h('b', {}, move.mark), h('small', {}, lossOf(move)));

const whoseButton = (side) => h('button', { type: 'button', class: 'chip', data: { whose: side }, onclick: () => update({ whose: learners().join() === side ? '' : side, review: null }) }, h('span', { class: `stone ${side}` }), t('summary.of', { side: sideName(side), n: mistakesOf([side]).length }));

let shown = ''; // the data of the present panel

function render() {
	const { analysis } = state;
	attribute($('#summary'), 'data-state', analysis?.state ?? 'none');
	if (analysis?.state !== 'done') return;
	const key = JSON.stringify([analysis.moves.map((m) => m.lost), analysis.player, document.documentElement.lang, learners(), state.game.black, state.game.white]);
	if (key !== shown) {
		shown = key;
		$('#summary-table').replaceChildren(table(analysis));
		$('#losses').replaceChildren(...drawLosses(analysis.moves));
		attribute($('#losses'), 'aria-label', t('losses.is', lossesInAll(analysis)));
		$('#whose').replaceChildren(...sides.map(whoseButton));
		$('#mistakes').replaceChildren(...mistakes().map(mistakeButton));
		text($('#no-mistakes'), mistakes().length ? '' : t('summary.none'));
		text($('#summary-about'), t('summary.about', { name: playerName({ name: analysis.player }), depth: analysis.depth, endgame: analysis.endgame }));
	}
	for (const chip of $('#whose').children) attribute(chip, 'aria-pressed', String(learners().includes(chip.dataset.whose)));
	for (const chip of $('#mistakes').children) attribute(chip, 'aria-current', state.review?.ply === Number(chip.dataset.ply) ? 'step' : null);
}

const lossesInAll = ({ sums }) => Object.fromEntries(sides.map((side) => [side, whole(sums[side].all_discs_lost ?? sums[side].discs_lost)]));

export function startSummary() {
	watch('analysis game positions settings whose review', render);
}
