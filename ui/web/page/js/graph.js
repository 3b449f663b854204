// The evaluation graph: the value of each position for Black, by move.
import { ticks } from './chart.js';
import { $, attribute, s } from './dom.js';
import { blanksOf, squaresOf, start } from './geometry.js';
import { signed, t } from './i18n.js';
import { look } from './play.js';
import { evaluationText } from './sentences.js';
import { state, watch } from './store.js';

const width = 400, height = 132, left = 26, right = 6, top = 6, bottom = 16;

// scale compresses large values, so that a lead of four discs is visible beside a lead of sixty.
export const scale = (discs, most = 64) => Math.sign(discs) * Math.sqrt(Math.min(Math.abs(discs), most) / most);

const board = () => state.positions[0]?.board ?? start;
const most = () => squaresOf(board());
const moves = () => Math.max(1, blanksOf(board()), state.positions.length - 1);
const x = (ply) => left + (ply / moves()) * (width - left - right);
const y = (discs) => top + ((1 - scale(discs, most())) / 2) * (height - top - bottom);
const known = () => state.points.flatMap((discs, ply) => (Number.isFinite(discs) ? [[ply, discs]] : []));

function axes() {
	const [large, small] = [2, 8].map((part) => Math.round(most() / part));
	const lines = [large, small, 0, -small, -large].flatMap((d) => [
		s('line', { class: d || !known().length ? 'rule' : 'zero', x1: left, x2: width - right, y1: y(d), y2: y(d) }),
		s('text', { class: 'tick', x: left - 5, y: y(d) + 3, 'text-anchor': 'end' }, signed(d, 0)),
	]);
	const along = ticks(0, moves(), 6).filter(Number.isInteger).map((ply) => s('text', { class: 'tick', x: x(ply), y: height - 3, 'text-anchor': 'middle' }, String(ply)));
	return [...lines, ...along];
}

// area is the area between the curve and zero, on one side of zero.
function area(points, sign) {
	const clipped = points.map(([ply, d]) => `${x(ply)},${y(sign * Math.max(0, sign * d))}`);
	return `${x(points[0][0])},${y(0)} ${clipped.join(' ')} ${x(points.at(-1)[0])},${y(0)}`;
}

function curve() {
	const points = known();
	if (!points.length) return [];
	return [
		s('polygon', { class: 'black-leads', points: area(points, 1) }),
		s('polygon', { class: 'white-leads', points: area(points, -1) }),
		s('polyline', { class: 'curve', points: points.map(([ply, d]) => `${x(ply)},${y(d)}`).join(' ') }),
		points.map(([ply, d]) => s('circle', { class: 'point', cx: x(ply), cy: y(d), r: points.length > 24 ? 1.4 : 2.4 })),
	];
}

// marked draws the mistakes: a mark above or below the point of the position after the mistake.
function marked() {
	return (state.analysis?.moves ?? []).flatMap((move, i) => {
		const discs = state.points[i + 1];
		if (!move.mark || !Number.isFinite(discs)) return [];
		return [s('circle', { class: `mistake ${move.mark === '??' ? 'blunder' : ''}`, cx: x(i + 1), cy: y(discs), r: move.mark === '??' ? 4 : 3 }, s('title', {}, `${i + 1} ${move.move}${move.mark}`))];
	});
}

function render() {
	const graph = $('#graph');
	const cursor = s('line', { class: 'cursor', x1: x(state.ply), x2: x(state.ply), y1: top, y2: height - bottom });
	graph.replaceChildren(...[axes(), curve(), cursor, marked()].flat(2));
	const discs = state.points[state.ply];
	attribute(graph, 'aria-valuemax', state.positions.length - 1);
	attribute(graph, 'aria-valuenow', state.ply);
	attribute(graph, 'aria-valuetext', Number.isFinite(discs) ? t('graph.at', { n: state.ply, worth: evaluationText(discs) }) : t('graph.unknown', { n: state.ply }));
	$('.graph-box').hidden = known().length === 0;
}

function plyAt(event) {
	const box = $('#graph').getBoundingClientRect();
	const at = ((event.clientX - box.left) / box.width) * width;
	return Math.round(((at - left) / (width - left - right)) * moves());
}

export function startGraph() {
	const graph = $('#graph');
	attribute(graph, 'viewBox', `0 0 ${width} ${height}`);
	const drag = (event) => { if (event.buttons & 1) look(plyAt(event)); };
	graph.addEventListener('pointerdown', (event) => { graph.setPointerCapture(event.pointerId); look(plyAt(event)); });
	graph.addEventListener('pointermove', drag);
	const keys = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -Infinity, End: Infinity };
	graph.addEventListener('keydown', (event) => {
		if (!(event.key in keys)) return;
		event.preventDefault();
		look(state.ply + keys[event.key]);
	});
	watch('points positions ply analysis settings', render);
}
