// The panel in which a game is begun: who plays which side, how well, from where.
import { $, attribute, h, option, text } from './dom.js';
import { t } from './i18n.js';
import { begin } from './play.js';
import { find, loadRoster, playerOptions } from './roster.js';
import { playerAbout, sideName } from './sentences.js';
import { state } from './store.js';

const losses = [0, 2, 4, 8, 16];

// openNewGame opens the panel, set to the players given or those of the present game.
export function openNewGame(players) {
	const { black, white } = players ?? state.game ?? { black: null, white: state.roster?.usual };
	$('#new-sides').replaceChildren(side('black', black), side('white', white));
	for (const one of ['black', 'white']) renderSide(one);
	const own = Boolean(state.game?.start);
	$('#new-from').hidden = !own;
	$('#new-usual').checked = true;
	loadRoster().then(refresh, () => {}); // runs may have bred new players meanwhile
	$('#new-game').showModal();
}

function refresh() {
	for (const one of ['black', 'white']) {
		const select = $(`#new-${one}`);
		const { value } = select;
		fillPlayers(select, value);
		renderSide(one);
	}
}

function fillPlayers(select, selected) {
	select.replaceChildren(option('', t('player.you'), !selected), ...playerOptions(selected));
	select.value = selected;
}

// usualLevel is the level of a player that is chosen: 0, as it usually plays, but for the
// usual player.
const usualLevel = (name) => (!name || name === state.roster?.usual.name ? state.roster?.usual.level ?? 0 : 0);

// side makes the choices of one side.
function side(name, player) {
	const levels = state.roster?.levels ?? [];
	const select = h('select', { id: `new-${name}`, onchange: () => { slider.value = usualLevel(select.value); renderSide(name); } });
	fillPlayers(select, player?.name ?? '');
	const slider = h('input', {
		type: 'range', id: `new-${name}-level`, min: '0', max: String(levels.at(-1)?.level ?? 1), step: '1',
		value: String(player?.level ?? usualLevel(player?.name)), oninput: () => renderSide(name),
	});
	const loss = h('select', { id: `new-${name}-loss` }, losses.map((n) => option(n, n ? t('new.loss', { n }) : t('new.noLoss'), n === (player?.loss ?? 0))));
	return h('fieldset', { class: `new-side ${name}` },
		h('legend', {}, h('span', { class: `stone ${name}` }), sideName(name)),
		h('label', { class: 'field' }, h('span', {}, t('new.player')), select),
		h('p', { class: 'about', id: `new-${name}-about` }),
		h('div', { class: 'only-player' },
			h('div', { class: 'only-levels' },
				h('label', { class: 'field' }, h('span', {}, t('new.level')), slider),
				h('output', { id: `new-${name}-says`, for: `new-${name}-level` })),
			h('label', { class: 'field' }, h('span', {}, t('new.weaker')), loss)));
}

// renderSide shows what there is to choose for the player chosen.
function renderSide(name) {
	const entry = find($(`#new-${name}`).value);
	const fieldset = $(`.new-side.${name}`);
	text($(`#new-${name}-about`), entry ? playerAbout(entry) : t('about.you'));
	$('.only-player', fieldset).classList.toggle('off', !entry?.levels);
	for (const control of fieldset.querySelectorAll('.only-player input, .only-player select')) control.disabled = !entry?.levels;
	const level = Number($(`#new-${name}-level`).value);
	const says = levelText(level);
	text($(`#new-${name}-says`), says);
	attribute($(`#new-${name}-level`), 'aria-valuetext', says);
}

// levelText says what a level is: its depth, and from how many empties on it plays
// perfectly.
export function levelText(level) {
	const one = state.roster?.levels.find((l) => l.level === level);
	if (!one) return t('level.usual');
	return t('level.is', { n: one.level, depth: one.depth, endgame: one.endgame });
}

function chosen(name) {
	const player = $(`#new-${name}`).value;
	if (!player) return null;
	const entry = find(player);
	if (!entry?.levels) return { name: player };
	const one = { name: player, level: Number($(`#new-${name}-level`).value) };
	const loss = Number($(`#new-${name}-loss`).value);
	return loss ? { ...one, loss } : one;
}

export function startNewGame() {
	$('#new-begin').addEventListener('click', () => {
		const start = !$('#new-from').hidden && $('#new-same').checked ? state.game.start : '';
		const players = { black: chosen('black'), white: chosen('white') };
		$('#new-game').close();
		if (state.route.view !== 'game') location.hash = '#/';
		begin({ start, ...players });
	});
	$('#new-swap').addEventListener('click', () => {
		const [black, white] = [chosen('black'), chosen('white')];
		$('#new-sides').replaceChildren(side('black', white), side('white', black));
		for (const one of ['black', 'white']) renderSide(one);
	});
}
