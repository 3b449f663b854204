// The page of a run.
import { boardKey, boardName, boardPicture } from './boards.js';
import { along, axes, axisOptions, chartOf, endOf } from './axis.js';
import { chart } from './chart.js';
import { $, attribute, h, option, s, text } from './dom.js';
import { downloads, renderDirectory } from './directory.js';
import { costText, resultText } from './findings.js';
import { heat, heatBoard, phaseName } from './heat.js';
import { duration, language, percent, signed, t, whole } from './i18n.js';
import { morphChildren } from './morph.js';
import { begin } from './play.js';
import { choose, chosen } from './run.js';
import { meter, stateBadge } from './runs.js';
import { scorerName } from './sentences.js';
import { meaningOf } from './settingwords.js';
import { state } from './store.js';

let made = ''; // the run and language of the current charts
let reference, fitness, population;

function make() {
	const key = `${state.run.name} ${language()}`;
	if (key === made) return;
	made = key;
	reference = chart(t('chart.reference'), t('chart.reference.note'));
	fitness = chart(t('chart.fitness'), t('chart.fitness.note'));
	population = chart(t('chart.population'), t('chart.population.note'));
	$('#run-charts').replaceChildren(reference.element, fitness.element, population.element);
	for (const box of ['#run-weights', '#run-champions', '#run-settings', '#run-heat', '#run-log']) {
		delete $(box).dataset.shown;
		$(box).replaceChildren(); // listeners are of the previous run
	}
}

export function renderRun() {
	const { run } = state;
	const { document } = run;
	attribute($('#run-page'), 'data-state', document ? 'done' : run.missing ? 'missing' : run.error ? 'failed' : 'loading');
	text($('#run-name'), run.name);
	text($('#run-missing'), run.missing ? t('run.missing', { name: run.name }) : '');
	text($('#run-error'), run.error ?? '');
	text($('#run-reason'), run.reason ?? '');
	attribute($('#run-retry'), 'hidden', run.error ? null : '');
	if (!document) {
		$('#run-badge').replaceChildren(); // remove the badge of the previous run
		return;
	}
	attribute($('#run-page'), 'data-kind', document.kind);
	if (document.kind !== 'run') {
		renderBadge(run, document);
		renderDirectory(document);
		return;
	}
	make();
	renderHead(run, document);
	const promotions = document.champions.map((c) => c.generation);
	renderCharts(document, promotions);
	renderOnce('#run-downloads', `${document.name} ${document.downloads}`, () => downloads(document));
	renderOnce('#run-champions', `${document.name} ${promotions}`, () => champions(document));
	renderOnce('#run-weights', `${document.name} ${promotions.at(-1)}`, () => weights(document.weights));
	text($('#weights-unit'), document.weights?.points_per_disc.length ? t('weights.unit') : '');
	renderOnce('#run-settings', document.name, () => settings(document));
	const playable = document.player ? document.champions : []; // those of a program's parameters are not
	renderHeat(run.worths?.phases.length ? run.worths : null, run.worths ? 'run.large' : playable.length ? 'runs.loading' : promotions.length ? 'run.parameters' : 'run.noChampion');
	renderChoices(playable);
	renderSlide(playable);
	for (const row of $('#run-champions').querySelectorAll('tr[data-generation]')) row.classList.toggle('chosen', Number(row.dataset.generation) === chosen(document)?.generation);
}

function renderCharts(document, promotions) {
	const axis = axes[state.lab.axis];
	renderOnce('#run-axis', `${state.lab.axis} ${language()}`, () => axisOptions(state.lab.axis));
	const draw = (drawing, curves, marks) => drawing.draw(curves.map((curve) => along(document, curve, axis)), endOf(document, axis), axis, marks, pick);
	const marks = promotions.map((g) => [axis.of(document, g), g]);
	draw(reference, chartOf(document, 'reference'), marks);
	draw(fitness, chartOf(document, 'fitness'), marks);
	draw(population, chartOf(document, 'population').filter(({ line }) => line.length), []);
}

// renderOnce redraws a part only if its data has changed. Then it changes cells, not rows.
function renderOnce(selector, key, make) {
	const box = $(selector);
	if (box.dataset.shown === key) return;
	box.dataset.shown = key;
	morphChildren(box, [make()].flat().filter(Boolean));
}

function renderBadge({ progress }, document) {
	$('#run-badge').replaceChildren(stateBadge(progress ?? document));
}

function renderHead({ progress }, document) {
	const { status } = document;
	const live = progress?.live ?? document.live;
	renderBadge({ progress }, document);
	text($('#run-strength'), resultText(document));
	text($('#run-cost'), costText(document));
	renderOnce('#fact-board', `${document.board.start} ${language()}`, () => [boardPicture(document.board.start), boardName(boardKey(document.board), document.board.name)]);
	const generation = progress?.progress.count ?? status.generation;
	const facts = {
		generation: status.goal?.generations ? t('run.of', { n: whole(generation), of: whole(status.goal.generations) }) : whole(generation),
		promotions: whole(progress?.promotions ?? status.promotions),
		refused: whole(document.refused),
		games: whole(status.games),
		speed: live && progress ? whole(progress.games_per_second) : whole(status.games_per_second),
		time: duration(progress?.progress.seconds ?? status.seconds),
	};
	for (const [name, value] of Object.entries(facts)) text($(`#fact-${name}`), value);
	attribute($('#run-log-box'), 'hidden', live ? null : '');
	renderLog(document.champions);
}

// renderLog lists the latest champions. Screen readers read new ones.
function renderLog(all) {
	renderOnce('#run-log', `${all.length} ${language()}`, () => (all.length ? all.slice(-3).reverse().map((c) => h('li', {},
		c.match ? t('run.promoted', { n: c.generation, score: percent(c.match.score), low: percent(c.match.low), high: percent(c.match.high) }) : t('run.firstChampion', { n: c.generation }))) : [h('li', {}, t('run.waiting'))]));
}

function pick(generation) {
	choose(generation);
	$(`#run-champions tr[data-generation="${generation}"]`)?.scrollIntoView({ block: 'center' });
}

const playAgainst = (player) => {
	location.hash = '#/';
	begin({ board: boardKey(state.run.document.board), black: null, white: { name: player } });
};

function champions(document) {
	if (!document.champions.length) return h('p', { class: 'quiet' }, t('run.noChampion'));
	const opponents = document.champions[0].ladder.map((rung) => rung.opponent);
	const head = [
		...[t('champion.generation'), t('champion.match')].map((name) => h('th', { scope: 'col' }, name)),
		...opponents.map((name) => h('th', { scope: 'col', lang: 'en' }, name)), h('td', {}),
	];
	const score = (one) => (one ? `${percent(one.score)} ± ${(50 * (one.high - one.low)).toFixed(1)}` : '–');
	const row = (c) => h('tr', { data: { generation: c.generation } },
		h('th', { scope: 'row' }, h('button', { type: 'button', class: 'link', onclick: () => choose(c.generation), 'aria-label': t('champion.show', { n: c.generation }) }, String(c.generation))),
		h('td', {}, c.match ? score(c.match) : t('champion.first')), c.ladder.map((rung) => h('td', {}, h('span', { class: 'cell-score' }, meter(rung.score), score(rung)))),
		h('td', {}, document.player && h('button', { type: 'button', class: 'plain small', onclick: () => playAgainst(c.player), 'aria-label': t('champion.playThis', { n: c.generation }) }, t('champion.play'))));
	return h('table', {}, h('thead', {}, h('tr', {}, head)), h('tbody', {}, [...document.champions].reverse().map(row)));
}

// weights is the table of weights: what one more of what is counted is worth in discs, or the weights themselves if
// that is unknown, and the squares that count.
function weights(all) {
	if (!all) return h('p', { class: 'quiet' }, t('run.noChampion'));
	const { turns, names, squares, points_per_disc: perDisc } = all;
	const inDiscs = perDisc.length > 0;
	const phases = all.phases.map((phase, p) => (inDiscs ? phase.map((points) => (perDisc[p] ? points / perDisc[p] : 0)) : phase));
	const head = h('tr', {}, h('th', { scope: 'col' }, t('weights.name')), phases.map((_, i) => h('th', { scope: 'col' }, phaseName(turns, i))));
	const most = names.map((_, i) => Math.max(inDiscs ? 0.01 : 1, ...phases.map((phase) => Math.abs(phase[i]))));
	const groups = Object.groupBy ? Object.groupBy(names, (name) => name.split('.')[0]) : names.reduce((g, n) => ((g[n.split('.')[0]] ??= []).push(n), g), {});
	const row = (name) => {
		const i = names.indexOf(name);
		return h('tr', {}, h('th', { scope: 'row', lang: 'en' }, squares.some(Boolean) ? squaresPicture(squares[i]) : null, name), phases.map((phase) => weightCell(phase[i], most[i], inDiscs)));
	};
	return [h('table', {}, h('thead', {}, head), Object.entries(groups).map(([scorer, members]) => h('tbody', {},
		h('tr', { class: 'group' }, h('th', { scope: 'colgroup', colspan: phases.length + 1 }, scorerName(scorer))), members.map(row))))];
}

// squaresPicture draws the squares that a weight counts, nothing for a weight that counts all over the board.
function squaresPicture(squares = '') {
	const of = (c) => [...squares].map((one, i) => (one === c ? `M${i % 8} ${Math.floor(i / 8)}h.9v.9h-.9z` : '')).join('');
	return s('svg', { class: 'counted', viewBox: '0 0 8 8', 'aria-hidden': 'true' }, squares ? [s('path', { d: of('-') }), s('path', { class: 'on', d: of('X') })] : []);
}

function weightCell(weight, most, inDiscs) {
	const bar = h('i', { class: weight < 0 ? 'bad' : 'good', 'aria-hidden': 'true' });
	bar.style.setProperty('--share', Math.abs(weight) / most);
	return h('td', { class: 'weight' }, bar, h('span', {}, signed(weight, inDiscs || !Number.isInteger(weight) ? 2 : 0)));
}

// settings lists the settings with their meanings. A setting of several values shows its name, or how many there are.
function settings(document) {
	const all = new Map();
	for (const one of document.settings) all.set(one.of || one.name, [...(all.get(one.of || one.name) ?? []), one]);
	const value = (name, parts) => {
		const named = parts.find((one) => one.name === name || one.name === `${name}.name`);
		const many = named?.values ?? (named ? 0 : parts.length);
		return many ? h('dd', {}, t('settings.many', { n: whole(many) })) : h('dd', { lang: 'en' }, String(named.value));
	};
	return h('dl', { class: 'facts-list' }, [...all].map(([name, parts]) => h('div', {},
		h('dt', { lang: 'en' }, name), value(name, parts), parts[0].meaning ? h('dd', { class: 'quiet' }, meaningOf(parts[0].meaning)) : null)));
}

// renderHeat draws the heat maps once, and then changes their colours from champion to champion.
function renderHeat(worths, otherwise) {
	renderOnce('#run-heat', `${worths?.start} ${worths?.turns} ${otherwise}`, () => (worths ? heatMaps(worths) : h('p', { class: 'quiet' }, t(otherwise))));
	worths?.phases.forEach((phase, i) => heat($('#run-heat').children[i].firstChild, phase, phaseName(worths.turns, i), worths.start));
}

function heatMaps(worths) {
	return worths.phases.map((phase, i) => {
		const name = phaseName(worths.turns, i);
		return h('figure', { class: 'heat-figure' }, heatBoard(phase, name, worths.start), h('figcaption', {}, name));
	});
}

// renderSlide shows which champion is chosen. The last place of the slider is the newest, also after the next one.
function renderSlide(all) {
	attribute($('#run-slide'), 'hidden', all.length ? null : '');
	if (!all.length) return;
	const slide = $('#slide'), champion = chosen(state.run.document);
	slide.max = all.length - 1;
	slide.value = all.indexOf(champion);
	slide.disabled = all.length < 2;
	const mean = champion.ladder.reduce((sum, rung) => sum + rung.score / champion.ladder.length, 0);
	const words = t(champion.ladder.length ? 'slide.at' : 'slide.atNone', { n: champion.generation, i: all.indexOf(champion) + 1, of: all.length, score: percent(mean) });
	text($('#slide-at'), words);
	attribute(slide, 'aria-valuetext', words);
	slide.oninput = () => choose(Number(slide.value) === all.length - 1 ? 0 : all[slide.value].generation);
	text($('#slide-play'), t('run.play', { n: champion.generation }));
	$('#slide-play').onclick = () => playAgainst(champion.player);
}

// renderChoices lists generations for a game between two champions, and keeps the chosen ones.
function renderChoices(all) {
	attribute($('#run-actions'), 'hidden', all.length ? null : '');
	if (!all.length) return;
	const [a, b] = [$('#watch-a'), $('#watch-b')];
	const key = all.map((c) => c.generation).join();
	if (a.dataset.shown !== key + language()) {
		for (const [select, usual] of [[a, all[0]], [b, all.at(-1)]]) {
			const value = select.dataset.touched ? select.value : usual.player;
			select.replaceChildren(...all.map((c) => option(c.player, t('champion.option', { n: c.generation }), c.player === value)));
			select.onchange = () => { select.dataset.touched = 'yes'; };
		}
		a.dataset.shown = key + language();
	}
	const { document } = state.run;
	$('#play-champion').onclick = () => playAgainst(chosen(document).player);
	text($('#play-champion'), t('run.play', { n: chosen(document).generation }));
	$('#watch').onclick = () => {
		location.hash = '#/';
		begin({ board: boardKey(state.run.document.board), black: { name: a.value }, white: { name: b.value } }); // at the run's depth
	};
}
