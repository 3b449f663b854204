// The page of a working directory that is no run: a training, a tournament or a comparison.
import { rounds } from './axis.js';
import { chart, numbers, shares } from './chart.js';
import { $, h, text } from './dom.js';
import { standard } from './geometry.js';
import { duration, known, language, percent, signed, t, whole } from './i18n.js';
import { renderCup } from './cup.js';
import { morphChildren } from './morph.js';
import { begin } from './play.js';
import { runPath } from './route.js';

// progressText says how far the work in a directory is: "3 of 5 rounds", or "5 rounds" once they are done.
export function progressText({ count, goal, unit }) {
	const of = goal > count ? goal : count;
	return t(goal > count ? 'progress.of' : 'progress.done', { n: whole(count), of: whole(of), unit: t(`unit.${unit}`, { n: of }) });
}

// downloads lists links to files of a directory.
export const downloads = ({ name, downloads: all }) => all.map((file) => h('li', { lang: 'en' },
	h('a', { href: `api/${runPath(name)}/files/${file}`, download: `${name.split('/').at(-1)}-${file}` }, file)));

let drawn = ''; // the directory, its charts and the language of what is drawn
let drawings = [];

export function renderDirectory(document) {
	text($('#directory-kind'), t(`kind.${document.kind}`));
	text($('#directory-progress'), progressText(document.progress));
	$('#directory-time-box').hidden = !document.progress.seconds;
	text($('#directory-time'), duration(document.progress.seconds));
	const { player } = document;
	$('#directory-play').hidden = !player;
	text($('#directory-play'), t('directory.play'));
	$('#directory-play').onclick = () => {
		location.hash = '#/';
		begin({ board: player.board || standard, black: null, white: { name: player.name } });
	};
	text($('#directory-none'), document.charts.length || document.tables.length ? '' : t(document.live ? 'directory.soon' : 'directory.none'));
	const key = [document.name, language(), ...document.charts.map(({ name }) => name)].join('\n');
	if (key !== drawn) {
		drawn = key;
		drawings = document.charts.map(({ name, shares: ofShares }) => {
			const drawing = chart(known(`column.${name}`, name), '', ofShares ? shares : numbers);
			if (!known(`column.${name}`, '')) $('h2', drawing.element).lang = 'en';
			return drawing;
		});
		$('#directory-tables').replaceChildren();
		$('#directory-charts').replaceChildren(...drawings.map(({ element }) => element));
	}
	document.charts.forEach(({ curves }, i) => {
		const last = Math.max(...curves.flatMap(({ line }) => line.map(([x]) => x)), 1);
		drawings[i].draw(curves, last, rounds);
	});
	morphChildren($('#directory-tables'), document.tables.flatMap(table));
	morphChildren($('#directory-downloads'), downloads(document));
	$('#directory-games').hidden = !document.tournament;
	if (document.tournament) renderCup(document);
}

// number writes a field of a CSV file.
function number(field) {
	const value = Number(field);
	return field === '' || Number.isNaN(value) ? field : value.toLocaleString(language(), Math.abs(value) < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 2 });
}

// written are the ways to write the columns of standings. Others are as in their file.
const written = { score: percent, won: percent, elo: (value) => signed(value, 0), elo_error: whole, mean_discs: signed };

// cellText writes a field of a table. The table of results against each other has shares alone.
function cellText(file, column, i, field) {
	const write = file === 'crosstable.csv' ? i > 0 && percent : file === 'ratings.csv' && written[column];
	return write && field !== '' && !Number.isNaN(Number(field)) ? write(Number(field)) : number(field);
}

function table({ file, columns, rows, left_off: leftOff }) {
	const named = file === 'ratings.csv';
	const head = h('tr', {}, columns.map((name, i) => h('th', { scope: 'col', class: i && name === 'player' ? 'words' : null, lang: named ? null : 'en' }, named ? known(`column.${name}`, name) : name)));
	const row = (fields) => h('tr', {}, fields.map((field, i) => h(i ? 'td' : 'th', i ? { class: columns[i] === 'player' ? 'words' : null } : { scope: 'row' }, cellText(file, columns[i], i, field))));
	return [
		h('h2', {}, known(`table.${file}`, file)),
		h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': known(`table.${file}`, file) },
			h('table', { lang: named ? null : 'en' }, h('thead', {}, head), h('tbody', {}, rows.map(row)))),
		leftOff ? h('p', { class: 'quiet' }, t('table.more', { n: whole(leftOff), file })) : null,
	].filter(Boolean);
}
