// The graph of the discs that each side has lost so far, by move.
import { along, ticks } from './chart.js';
import { s } from './dom.js';
import { whole } from './i18n.js';
import { sideOf } from './review.js';

const width = 400, height = 160, left = 26, right = 6, top = 8, bottom = 18;

// running lists the sums of a side's losses after each move, from 0 before the first.
function running(moves, side) {
	let sum = 0;
	return [0, ...moves.map((move) => { if (sideOf(move) === side) sum += move.lost_discs ?? 0; return sum; })];
}

// drawLosses lists the parts of the graph.
export function drawLosses(moves) {
	const lines = ['white', 'black'].map((side) => [side, running(moves, side)]);
	const most = Math.max(10, ...lines.map(([, sums]) => sums.at(-1)));
	const x = (ply) => left + (ply / Math.max(moves.length, 1)) * (width - left - right);
	const y = (discs) => height - bottom - (discs / most) * (height - top - bottom);
	const path = (sums) => sums.map((sum, ply) => `${ply ? 'L' : 'M'}${x(ply).toFixed(1)},${y(sum).toFixed(1)}`).join('');
	const across = ticks(0, most, 4).map((discs) => [
		s('line', { class: 'rule', x1: left, x2: width - right, y1: y(discs), y2: y(discs) }),
		s('text', { class: 'tick', x: left - 5, y: y(discs) + 3, 'text-anchor': 'end' }, whole(discs || 0)),
	]);
	const marks = moves.flatMap((move, ply) => (move.mark ? [s('circle', { class: `mistake ${move.mark === '??' ? 'blunder' : ''}`, cx: x(ply + 1), cy: y(running(moves, sideOf(move))[ply + 1]), r: 3 })] : []));
	return [...across, along(Math.max(moves.length, 1), x, height - 4), lines.map(([side, sums]) => [s('path', { class: 'loss-edge', d: path(sums) }), s('path', { class: `loss ${side}`, d: path(sums) })]), marks].flat(3);
}
