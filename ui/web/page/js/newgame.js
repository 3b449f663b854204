// The new-game dialog: characters to play against, or all players for both sides; their levels, the board and the start.
import { boardName, boardPicture, boardsOffered, startOf } from './boards.js';
import { $, $$, attribute, h, option, text } from './dom.js';
import { isLarge, standard } from './geometry.js';
import { signed, t } from './i18n.js';
import { begin } from './play.js';
import { boardOf, charactersOn, eloAt, find, isShipped, isUsualOn, levelsOn, loadRoster, playerOptions, playsOn, usualOn } from './roster.js';
import { other, playerAbout, playerName, sideName } from './sentences.js';
import { state } from './store.js';

const handicaps = [0, 2, 4, 8, 16];
const times = [0, 0.5, 1, 2, 5, 10, 30, 60]; // seconds for a move; 0 is as the level says

let board = standard; // the chosen board
let simple = true; // whether the dialog shows characters, else all players
let seat = 'white'; // the opponent's side

// openNewGame opens the dialog with the given players, or those of the present game. For choosing
// another opponent, the focus is on the opponent's field.
export function openNewGame({ players, opponent = false } = {}) {
	board = state.game?.board || standard;
	const { black, white } = players ?? state.game ?? { black: null, white: usualOn(board) };
	const only = black && white ? null : black ?? white;
	simple = Boolean(only && charactersOn(board).includes(only.name) && !only.seconds);
	seat = black && !white ? 'black' : 'white';
	$('#new-sides').replaceChildren(side('black', black), side('white', white));
	for (const one of ['black', 'white']) renderSide(one);
	$('#new-usual').checked = true;
	$('#new-board').open = false;
	renderBoards();
	loadRoster().then(refresh, () => {}); // runs may have new champions
	$('#new-game').showModal();
	if (opponent) $(simple ? '#new-characters input:checked' : `#new-${seat}`).focus();
}

// characterCard is a character to choose as the opponent.
const characterCard = (name) => h('label', {}, h('input', { type: 'radio', name: 'new-character', value: name }),
	h('b', {}, playerName({ name })), h('span', { class: 'quiet' }, playerAbout(find(name))), h('span', { class: 'strength' }, h('i', { class: 'meter' }, h('i')), h('span')));

// renderCharacters shows the characters of the board, and how strong each is at the level that it would have.
function renderCharacters() {
	const dialog = $('#new-game');
	dialog.classList.toggle('simple', simple);
	text($('#new-all'), t(simple ? 'new.all' : 'new.characters'));
	for (const fieldset of $$('.new-side', dialog)) fieldset.classList.toggle('opponent', fieldset.classList.contains(seat));
	for (const input of $$('#new-colour input')) input.checked = input.value === other(seat);
	const names = charactersOn(board);
	$('#new-all').hidden = !simple && (!names.length || !!$('#new-black').value === !!$('#new-white').value);
	const box = $('#new-characters');
	const key = names.join() + document.documentElement.lang;
	if (box.dataset.shown !== key) {
		box.dataset.shown = key;
		box.replaceChildren(h('legend', {}, t('chooser.opponent')), ...names.map(characterCard));
	}
	const now = $(`#new-${seat}`).value;
	const elos = names.map((name) => (board === standard ? eloAt(find(name), name === now ? chosen(seat) : levelFor(name)) : null));
	const known = elos.filter((elo) => elo !== null);
	const [low, high] = [Math.min(...known) - 100, Math.max(...known)];
	for (const [i, label] of $$('label', box).entries()) {
		$('input', label).checked = names[i] === now;
		const strength = $('.strength', label);
		strength.hidden = !known.length;
		$('.meter', strength).classList.toggle('off', elos[i] === null);
		$('.meter i', strength).style.setProperty('--share', elos[i] === null ? 0 : (elos[i] - low) / (high - low));
		const weak = elos[i] === null && names[i] === now && chosen(seat).handicap && isUsualOn(board, chosen(seat));
		text(strength.lastChild, elos[i] !== null ? signed(elos[i], 0) : t(weak ? 'chooser.beginner' : 'new.unrated'));
	}
	$('#new-elo').hidden = !known.length;
}

// levelFor is the level that a character gets when it is chosen: the level that was set, else its own.
function levelFor(name) {
	const [level, handicap] = ['level', 'handicap'].map((of) => Number($(`#new-${seat}-${of}`).value));
	return level && !handicap ? { level } : levelOf(name);
}

// chooseCharacter makes a character the opponent.
function chooseCharacter(name) {
	const level = levelFor(name);
	$(`#new-${seat}`).value = name;
	setLevel(seat, level);
	renderSide(seat);
}

// swap has the players change sides.
function swap() {
	const [black, white] = [chosen('black'), chosen('white')];
	seat = other(seat);
	$('#new-sides').replaceChildren(side('black', white), side('white', black));
	for (const one of ['black', 'white']) renderSide(one);
}

// showAll shows all players of both sides, or the characters again.
function showAll() {
	simple = !simple;
	if (simple) {
		seat = $('#new-black').value ? 'black' : 'white';
		$(`#new-${seat}-time`).value = 0; // which characters have no field for
		if (!charactersOn(board).includes($(`#new-${seat}`).value)) chooseCharacter(charactersOn(board)[0]);
	}
	renderSide(seat);
	$(simple ? '#new-characters input:checked' : `#new-${seat}`).focus();
}

function refresh() {
	renderBoards();
	for (const one of ['black', 'white']) {
		const select = $(`#new-${one}`);
		fillPlayers(select, select.value);
		renderSide(one);
	}
}

// renderBoards shows the boards, and the start positions on the chosen board.
function renderBoards() {
	const box = $('#new-boards');
	const offered = boardsOffered();
	const key = offered.join() + document.documentElement.lang;
	if (box.dataset.shown !== key) {
		box.dataset.shown = key;
		box.replaceChildren(h('legend', { class: 'unseen' }, t('new.board')), ...offered.map(boardChoice));
	}
	for (const input of $$('input', box)) input.checked = input.value === board;
	$('.board-now').replaceChildren(boardPicture(startOf(board)));
	text($('.board-name'), boardName(board));
	$('#new-from').hidden = !state.game?.start || state.game.board !== board;
}

const boardChoice = (key) => h('label', {}, h('input', { type: 'radio', name: 'new-board', value: key }), boardPicture(startOf(key)), h('span', {}, boardName(key)));

// chooseBoard chooses a board. The board's default opponent replaces players that do not play on it,
// and the default opponent of the previous board.
function chooseBoard(next) {
	const before = usualOn(board).name;
	board = next;
	const usual = usualOn(board);
	for (const one of ['black', 'white']) {
		const select = $(`#new-${one}`);
		const name = select.value;
		const stays = !name || (playsOn({ name, board: boardOf(name) }, board) && name !== before);
		fillPlayers(select, stays ? name : usual.name);
		if (!stays && (name !== usual.name || isLarge(board))) setLevel(one, usual);
		renderSide(one);
	}
	renderBoards();
}

// setLevel sets the level of a side's player.
function setLevel(one, player) {
	$(`#new-${one}-level`).value = player.level ?? 0;
	$(`#new-${one}-time`).value = player.seconds ?? 0;
	$(`#new-${one}-handicap`).value = player.handicap ?? 0;
}

// overBoards moves to the board above or below. Browsers handle left and right.
function overBoards(event) {
	const rows = { ArrowUp: -1, ArrowDown: 1 }[event.key];
	if (!rows) return;
	event.preventDefault();
	const all = $$('label', $('#new-boards'));
	const columns = all.filter((one) => one.offsetTop === all[0].offsetTop).length;
	const to = all[all.indexOf(event.target.closest('label')) + rows * columns];
	if (!to) return;
	const input = $('input', to);
	input.focus();
	input.click();
}

function fillPlayers(select, selected) {
	select.replaceChildren(option('', t('player.you'), !selected), ...playerOptions(selected, (p) => playsOn(p, board), !isLarge(board)));
	select.value = selected;
}

// levelOf returns the level and the handicap of a newly chosen player: those of the default opponent, the
// default level for shipped champions, else the player's own default.
function levelOf(name) {
	const usual = usualOn(board);
	if (name === usual.name) return usual;
	return !name || isShipped(find(name) ?? { name }) ? { level: state.roster?.level } : {};
}

// side makes the fields of one side.
function side(name, player) {
	const levels = state.roster?.levels ?? [];
	const select = h('select', { id: `new-${name}`, onchange: () => { setLevel(name, levelOf(select.value)); renderSide(name); } });
	fillPlayers(select, player?.name ?? '');
	const slider = h('input', {
		type: 'range', id: `new-${name}-level`, min: '0', max: String(levels.at(-1)?.level ?? 1), step: '1',
		value: String(player?.level ?? levelOf(player?.name).level ?? 0), oninput: () => renderSide(name),
	});
	const now = player?.seconds ?? 0;
	const allowed = [...new Set([...times.filter((n) => n <= (state.roster?.seconds ?? 0)), now])].sort((a, b) => a - b);
	const time = h('select', { id: `new-${name}-time`, onchange: () => renderSide(name) }, allowed.map((n) => option(n, n ? t('new.seconds', { n }) : t('new.untimed'), n === now)));
	const handicap = h('select', { id: `new-${name}-handicap`, onchange: renderCharacters }, handicaps.map((n) => option(n, n ? t('new.handicap', { n }) : t('new.noHandicap'), n === (player?.handicap ?? 0))));
	return h('fieldset', { class: `new-side ${name}` },
		h('legend', {}, h('span', { class: `stone ${name}` }), sideName(name)),
		h('label', { class: 'field for-all' }, h('span', {}, t('new.player')), select),
		h('p', { class: 'about for-all', id: `new-${name}-about` }),
		h('div', { class: 'only-player' },
			h('div', { class: 'only-levels' },
				h('label', { class: 'field' }, h('span', {}, t('new.level')), slider),
				h('output', { id: `new-${name}-says`, for: `new-${name}-level` })),
			h('label', { class: 'field for-all' }, h('span', {}, t('new.time')), time),
			h('label', { class: 'field' }, h('span', {}, t('new.weaker')), handicap)));
}

// renderSide shows the fields that apply to the chosen player.
function renderSide(name) {
	const entry = find($(`#new-${name}`).value);
	const fieldset = $(`.new-side.${name}`);
	text($(`#new-${name}-about`), entry ? playerAbout(entry) : t('about.you'));
	$('.only-player', fieldset).classList.toggle('off', !entry?.levels);
	for (const control of fieldset.querySelectorAll('.only-player input, .only-player select')) control.disabled = !entry?.levels;
	const deep = isDeep(entry);
	for (const control of ['handicap', 'time']) if (isLarge(board) || !deep) $(`#new-${name}-${control}`).disabled = true;
	const timed = deep && timeOf(name) > 0;
	if (timed) $(`#new-${name}-level`).disabled = true;
	attribute($(`#new-${name}-level`), 'max', levelsOn(board).at(-1)?.level ?? 1);
	const level = Number($(`#new-${name}-level`).value);
	const says = timed ? t('level.timed') : levelText(level, deep);
	text($(`#new-${name}-says`), says);
	attribute($(`#new-${name}-level`), 'aria-valuetext', says);
	renderCharacters();
}

// timeOf is the chosen time for a side's moves, in seconds, 0 for none.
const timeOf = (name) => (isLarge(board) ? 0 : Number($(`#new-${name}-time`).value));

// isDeep says whether a player's levels are depths, and it can be given a time or give discs away.
const isDeep = (entry) => !entry?.levels || entry.weights;

// levelText describes a level: its depth if it has one, and the empty squares from which it plays perfectly.
function levelText(level, deep) {
	const one = state.roster?.levels.find((l) => l.level === level);
	if (!one) return t('level.usual');
	if (!deep) return t('player.level', { n: level });
	return t('level.is', { n: one.level, depth: one.depth, endgame: one.endgame });
}

function chosen(name) {
	const player = $(`#new-${name}`).value;
	if (!player) return null;
	const entry = find(player);
	if (!entry?.levels) return { name: player };
	const deep = isDeep(entry);
	const one = deep && timeOf(name) ? { name: player, seconds: timeOf(name) } : { name: player, level: Number($(`#new-${name}-level`).value) };
	const handicap = isLarge(board) || !deep ? 0 : Number($(`#new-${name}-handicap`).value);
	return handicap ? { ...one, handicap } : one;
}

export function startNewGame() {
	$('#new-boards').addEventListener('change', (event) => chooseBoard(event.target.value));
	$('#new-boards').addEventListener('keydown', overBoards);
	$('#new-begin').addEventListener('click', () => {
		const start = !$('#new-from').hidden && $('#new-same').checked ? state.game.start : '';
		const players = { black: chosen('black'), white: chosen('white') };
		$('#new-game').close();
		if (state.route.view !== 'game') location.hash = '#/';
		begin({ board, start, ...players });
	});
	$('#new-swap').addEventListener('click', swap);
	$('#new-colour').addEventListener('change', swap);
	$('#new-characters').addEventListener('change', (event) => chooseCharacter(event.target.value));
	$('#new-all').addEventListener('click', showAll);
}
