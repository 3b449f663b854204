// Heat maps: the value of a disc on each square.
import { attribute, s, text } from './dom.js';
import { file, shape } from './geometry.js';
import { signed, t } from './i18n.js';

// inDiscs converts the values of a phase from points to discs at the end of a game.
export const inDiscs = ({ squares, points_per_disc: each }) => squares.map((points) => (each ? points / each : 0));

// heats turns disc values into the contents of squares: a number, its sign, and its strength. A
// square that never had a disc shows nothing.
export function heats(phase) {
	const worths = inDiscs(phase);
	const most = Math.max(0.1, ...worths.map(Math.abs));
	return worths.map((worth, i) => {
		const seen = phase.discs[i] > 0;
		return {
			label: seen ? signed(worth).replace('+', '') : '',
			tone: worth < 0 ? 'bad' : 'good',
			strength: seen ? (Math.sqrt(Math.abs(worth) / most)).toFixed(2) : 0,
		};
	});
}

// heatBoard draws a small board with the values, without its holes.
export function heatBoard(phase, name, start) {
	const { columns, rows } = shape(phase.squares);
	const side = 30, edge = 14;
	const at = (i) => ({ x: edge + (i % columns) * side, y: edge + Math.floor(i / columns) * side });
	const squares = phase.squares.flatMap((_, i) => (start[i] === '#' ? [] : [
		s('rect', { class: 'heat-ground', ...at(i), width: side, height: side }),
		s('rect', { ...at(i), width: side, height: side, 'data-heat': i }),
	]));
	const numbers = phase.squares.map((_, i) => s('text', { class: 'heat-text', x: at(i).x + side / 2, y: at(i).y + side / 2 + 3.5, 'text-anchor': 'middle' }));
	const marks = [
		...Array.from({ length: columns }, (_, c) => s('text', { class: 'tick', x: edge + (c + 0.5) * side, y: edge - 4, 'text-anchor': 'middle' }, file(c))),
		...Array.from({ length: rows }, (_, r) => s('text', { class: 'tick', x: edge - 5, y: edge + (r + 0.5) * side + 3.5, 'text-anchor': 'middle' }, String(r + 1))),
	];
	const svg = s('svg', { class: 'heat-board', viewBox: `0 0 ${edge + columns * side + 1} ${edge + rows * side + 1}`, role: 'img' }, squares, numbers, marks);
	heat(svg, phase, name, start);
	return svg;
}

// heat shows values on a board that heatBoard has drawn. Colours change gradually, by the style sheet.
export function heat(svg, phase, name, start) {
	const all = heats(phase);
	for (const square of svg.querySelectorAll('[data-heat]')) {
		const { tone, strength } = all[square.dataset.heat];
		attribute(square, 'class', `heat-${tone}`);
		attribute(square, 'fill-opacity', strength);
	}
	svg.querySelectorAll('.heat-text').forEach((number, i) => text(number, all[i].label));
	const { columns } = shape(phase.squares);
	const [corner, x] = [0, columns + 1].map((i) => (start[i] === '#' ? '' : all[i].label));
	attribute(svg, 'aria-label', !corner || !x ? name : t('heat.board', { phase: name, corner, x }));
}

// phaseName is the name of a phase of a game: the range of its moves.
export function phaseName(turns, phase) {
	return t('phase.moves', { from: phase ? turns[phase - 1] + 1 : 1, to: turns[phase] });
}
