// The evaluation graph: the value of each position for Black, by move.
import { along } from './chart.js';
import { $, attribute, s } from './dom.js';
import { blanksOf, start } from './geometry.js';
import { t } from './i18n.js';
import { look } from './play.js';
import { settled } from './saved.js';
import { evaluationText, sideName } from './sentences.js';
import { state, watch } from './store.js';

const width = 400, left = 26, right = 6, top = 8, bottom = 18;

// reach is the largest lead on the axis: a round number of discs, not less than that of any point.
export const reach = (points) => [8, 16, 24, 32, 48].find((discs) => points.every((point) => Math.abs(point) <= discs)) ?? 64;

let height = 190; // the graph fills its box

const board = () => state.positions[0]?.board ?? start;
const moves = () => Math.max(1, blanksOf(board()), state.positions.length - 1);
const x = (ply) => left + (ply / moves()) * (width - left - right);
const y = (discs, most = reach(known().map(([, d]) => d))) => top + ((1 - Math.max(-1, Math.min(1, discs / most))) / 2) * (height - top - bottom);
const known = () => state.points.flatMap((discs, ply) => (Number.isFinite(discs) ? [[ply, discs]] : []));

function axes() {
	const most = reach(known().map(([, discs]) => discs));
	const lines = (height < 130 ? [most, 0, -most] : [most, most / 2, 0, -most / 2, -most]).flatMap((d) => [
		s('line', { class: d ? 'rule' : 'zero', x1: left, x2: width - right, y1: y(d), y2: y(d) }),
		s('text', { class: 'tick', x: left - 5, y: y(d) + 4, 'text-anchor': 'end' }, String(Math.abs(d))),
	]);
	const leads = ['black', 'white'].map((side, i) => s('text', { class: 'tick lead', x: left + 4, y: i ? height - bottom - 6 : top + 13 }, t('graph.leads', { side: sideName(side) })));
	return [...lines, ...along(moves(), x, height - 4), ...leads];
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

// marked draws the mistakes of the game, up to where a variation leaves it: a mark above or below the point of the position after the mistake.
function marked() {
	return (state.analysis?.moves ?? []).slice(0, state.line?.from).flatMap((move, i) => {
		const discs = state.points[i + 1];
		if (!move.mark || !Number.isFinite(discs)) return [];
		return [s('circle', { class: `mistake ${move.mark === '??' ? 'blunder' : ''}`, cx: x(i + 1), cy: y(discs), r: move.mark === '??' ? 4 : 3 }, s('title', {}, `${i + 1} ${move.move}${move.mark}`))];
	});
}

function render() {
	const graph = $('#graph');
	attribute(graph, 'viewBox', `0 0 ${width} ${height}`);
	const cursor = s('line', { class: 'cursor', x1: x(state.ply), x2: x(state.ply), y1: top, y2: height - bottom });
	graph.replaceChildren(...[axes(), curve(), cursor, marked()].flat(2));
	const discs = state.points[state.ply];
	attribute(graph, 'aria-valuemax', state.positions.length - 1);
	attribute(graph, 'aria-valuenow', state.ply);
	attribute(graph, 'aria-valuetext', Number.isFinite(discs) ? t('graph.at', { n: state.ply, worth: evaluationText(discs) }) : t('graph.unknown', { n: state.ply }));
	$('.graph-box').hidden = known().length === 0 || !(settled() || state.settings.values);
}

function plyAt(event) {
	const box = $('#graph').getBoundingClientRect();
	const at = ((event.clientX - box.left) / box.width) * width;
	return Math.round(((at - left) / (width - left - right)) * moves());
}

export function startGraph() {
	const graph = $('#graph');
	new ResizeObserver(([{ contentRect: box }]) => {
		if (!box.width) return;
		height = Math.round((width * box.height) / box.width);
		render();
	}).observe(graph);
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
