// Charts of a run: dots, lines and bands, drawn from the server's points.
import { axes as axesOf } from './axis.js';
import { attribute, h, s, text } from './dom.js';
import { known, language, percent, t, whole } from './i18n.js';

const left = 46, right = 16, top = 22, bottom = 36;

// ticks lists round numbers between two numbers, about as many as requested.
export function ticks(from, to, about) {
	const rough = (to - from) / about;
	const power = 10 ** Math.floor(Math.log10(rough || 1));
	const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? power;
	const all = [];
	for (let i = Math.ceil(from / step - 1e-9); i * step <= to + 1e-9; i++) all.push(i * step);
	return all;
}

// along lists the labels of an axis of moves, in coordinates x at a height.
export function along(moves, x, y) {
	const at = (where, words, anchor) => s('text', { class: 'tick', x: where, y, 'text-anchor': anchor }, words);
	const numbers = ticks(0, moves, 6).filter((ply) => Number.isInteger(ply) && x(moves) - x(ply) > 50);
	return [...numbers.map((ply) => at(x(ply), String(ply), 'middle')), at(x(moves), t('graph.moves'), 'end')];
}

const every = (curve) => [...(curve.line ?? []).map((p) => p[1]), ...(curve.dots ?? []).map((p) => p[1]), ...(curve.band ?? []).flatMap((p) => [p[1], p[2]])];

// A scale is a vertical axis: its ends for some values, its middle line, and how a value is written.
export const shares = {
	even: 0.5, show: percent,
	ends: (values) => [Math.max(0, Math.floor(Math.min(0.5, ...values) * 20) / 20), Math.min(1, Math.ceil(Math.max(0.5, ...values) * 20) / 20)],
};

// numbers is the scale of values that are no shares.
export const numbers = {
	even: NaN, show: (value, digits = 1) => (value || 0).toLocaleString(language(), { maximumSignificantDigits: 4, notation: digits ? 'standard' : 'compact' }),
	ends: (values) => {
		const [low, high] = [Math.min(...values), Math.max(...values)];
		const step = ticks(low, high || 1, 5).slice(0, 2).reduce((a, b) => b - a, 0) || 1;
		return [Math.floor(low / step) * step, Math.ceil(high / step) * step];
	},
};

// frame maps numbers to coordinates of a chart of a width. last is the end of the horizontal axis.
function frame(curves, end, width, axis, scale) {
	const height = width < 480 ? 250 : 300;
	const [low, high] = scale.ends(curves.flatMap(every));
	const last = Math.max(axis.first + 1, end);
	return {
		low, high, last, width, height, axis, scale,
		x: (n) => left + ((n - axis.first) / (last - axis.first)) * (width - left - right),
		y: (value) => top + (1 - (value - low) / (high - low || 1)) * (height - top - bottom),
	};
}

const path = (points, { x, y }) => points.map(([g, v], i) => `${i ? 'L' : 'M'}${x(g).toFixed(2)} ${y(v).toFixed(2)}`).join('');

function bandPath(band, f) {
	const back = [...band].reverse();
	return `${path(band.map(([g, , high]) => [g, high]), f)}L${path(back.map(([g, low]) => [g, low]), f).slice(1)}Z`;
}

function axes(f) {
	const { width, height } = f;
	const across = ticks(f.low, f.high, 5).map((v) => [
		s('line', { class: Math.abs(v - f.scale.even) < 1e-9 ? 'even' : 'rule', x1: left, x2: width - right, y1: f.y(v), y2: f.y(v) }),
		s('text', { class: 'tick', x: left - 7, y: f.y(v) + 4, 'text-anchor': 'end' }, f.scale.show(v, 0)),
	]);
	const { first } = f.axis;
	const along = [...new Set([first, ...ticks(first, f.last, f.last < 10000 ? 6 : Math.max(2, width / 130))])].filter((n) => Number.isInteger(n) && (n === first || f.x(n) - f.x(first) > 24))
		.map((n) => s('text', { class: 'tick', x: f.x(n), y: height - bottom + 17, 'text-anchor': f.x(n) > width - 40 ? 'end' : 'middle' }, whole(n)));
	const name = s('text', { class: 'tick', x: width - right, y: height - 3, 'text-anchor': 'end' }, t(f.axis.name));
	return [across, along, name];
}

function promotionMarks(f, promotions, chosen) {
	return promotions.map(([x, g]) => s('path', {
		class: 'promotion', d: `M${f.x(x) - 5} ${top - 14}h10l-5 8z`, 'data-generation': g, onclick: () => chosen(g),
	}, s('title', {}, t('chart.promotion', { n: g }))));
}

function series(curve, i, f) {
	const kind = `series series-${i % 8}`;
	const last = curve.line?.at(-1);
	return s('g', { class: kind, 'data-name': curve.name, 'data-points': curve.line?.length ?? 0, 'data-last': last ? last.join(' ') : '' },
		curve.band?.length ? s('path', { class: 'band', d: bandPath(curve.band, f) }) : null,
		curve.dots?.length ? s('path', { class: 'dots', d: curve.dots.map(([g, v]) => `M${f.x(g).toFixed(1)} ${f.y(v).toFixed(1)}h0`).join('') }) : null,
		curve.line?.length ? s('path', { class: 'line', d: path(curve.line, f) }) : null,
		last ? s('circle', { class: 'last', cx: f.x(last[0]), cy: f.y(last[1]), r: 3 }) : null);
}

// valueAt is the value of a curve at a generation: that of the last point not after it.
export const valueAt = (curve, generation) => curve.line?.findLast(([g]) => g <= generation)?.[1];

// curveName is the label of a curve: an opponent's name, or the name of a win rate.
const curveName = (curve) => known(`curve.${curve.name}`, curve.name);

// chart makes a chart that can be redrawn as a run continues: {element, draw}.
export function chart(title, note, scale = shares) {
	const svg = s('svg', { class: 'chart', role: 'slider', tabindex: 0, 'aria-label': title, 'aria-valuemin': 1 });
	const readout = h('div', { class: 'readout', 'aria-hidden': 'true' });
	const legend = h('ul', { class: 'legend' });
	const element = h('figure', { class: 'curves' }, h('figcaption', {}, h('h2', {}, title), h('p', {}, note)), svg, readout, legend);
	const cursor = s('line', { class: 'cursor' });
	let shown = null; // {curves, f}
	let at = null; // the generation of the readout, the last one if null

	function read() {
		if (!shown) return;
		const { axis } = shown.f;
		const generation = Math.min(at ?? shown.f.last, shown.generations);
		const parts = shown.curves.map((c) => [c, valueAt(c, generation)]).filter(([, v]) => v !== undefined);
		const words = parts.map(([c, v]) => `${curveName(c)} ${scale.show(v)}`).join(t('list.comma'));
		attribute(svg, 'aria-valuenow', generation);
		attribute(svg, 'aria-valuetext', t(axis.at, { n: generation, values: words }));
		text(readout, t(axis.at, { n: whole(generation), values: '' }));
		for (const [c, v] of parts) text(legend.querySelector(`[data-name="${CSS.escape(c.name)}"] b`), scale.show(v));
		for (const [k, v] of Object.entries({ x1: shown.f.x(generation), x2: shown.f.x(generation), y1: top, y2: shown.f.height - bottom })) attribute(cursor, k, v);
		cursor.classList.toggle('on', at !== null);
	}

	const go = (generation) => { at = generation === null ? null : Math.min(Math.max(generation, shown.f.axis.first), shown.generations); read(); };
	svg.addEventListener('pointermove', (event) => {
		if (!shown) return;
		const box = svg.getBoundingClientRect();
		const x = event.clientX - box.left;
		const { first } = shown.f.axis;
		go(Math.round(first + ((x - left) / (shown.f.width - left - right)) * (shown.f.last - first)));
	});
	svg.addEventListener('pointerleave', () => shown && go(null));
	svg.addEventListener('blur', () => shown && go(null));
	svg.addEventListener('keydown', (event) => {
		const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -Infinity, End: Infinity };
		if (!shown || !(event.key in steps)) return;
		event.preventDefault();
		const step = Math.max(1, Math.round((shown.f.last - shown.f.axis.first) / 1000));
		go((at ?? shown.generations) + step * steps[event.key]);
	});

	let drawn = null; // the arguments of draw, for redrawing at another width
	new ResizeObserver(() => { if (drawn && svg.clientWidth !== shown.f.width) draw(...drawn); }).observe(svg);

	// draw draws curves up to an end of the horizontal axis, and marks promotions: their places and generations.
	function draw(...all) {
		drawn = all;
		const [curves, generations, axis = axesOf.generation, promotions = [], chosen = null] = all;
		const f = frame(curves, generations, svg.clientWidth || 640, axis, scale);
		attribute(svg, 'viewBox', `0 0 ${f.width} ${f.height}`);
		attribute(svg, 'height', f.height);
		shown = { curves, f, generations: Math.max(1, generations) };
		attribute(svg, 'aria-valuemin', axis.first);
		attribute(svg, 'aria-valuemax', Math.max(1, generations));
		svg.replaceChildren(...[axes(f), curves.map((c, i) => series(c, i, f)), cursor, promotionMarks(f, promotions, chosen)].flat(3));
		const names = curves.map((c) => c.name).join('\n');
		if (legend.dataset.names !== names) {
			legend.dataset.names = names;
			legend.replaceChildren(...curves.map((c, i) => h('li', { class: `series-${i % 8}`, data: { name: c.name } }, h('i', {}), h('span', {}, curveName(c)), h('b', {}))));
		}
		read();
	}
	return { element, draw };
}
