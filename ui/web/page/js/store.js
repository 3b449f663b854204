// What the page knows, as data. Everything that is shown follows from it.

const usual = {
	language: '', theme: 'auto', board: 'green', dots: true, animation: true, coordinates: true, values: false,
	sound: false, turned: 0, judge: 'champion', speed: 'normal',
};

export const state = {
	route: { view: 'game' },
	settings: { ...usual, ...remembered('settings') },
	roster: null, // what /api/players says
	large: null, // what it says of boards larger than 8×8
	boards: null, // what /api/boards says

	game: null, // {board, start, moves, forfeit, seed, black, white}: a player, or null for you
	positions: [], // one more than there are moves
	opening: '',
	ply: 0, // the position that is looked at

	placing: null, // your move, while the server has not answered: {square, side, late}
	notice: null, // why the last click did nothing: {sentence, square}
	thinking: '', // the side whose player is asked for a move
	paused: false, // a game between two players stands still
	trouble: null, // {kind: 'offline' | 'error', message, square, retry}
	values: null, // {key, depth, moves, line, done} of the position looked at
	points: [], // what positions are worth to Black, in discs, where known
	analysis: null, // {state: 'running' | 'done' | 'failed', …}
	hint: null, // {square, value}
	explanation: null,
	worths: null, // what /api/worths says of the judge
	heat: false, // the worth of squares lies over the board
	pointed: '', // the legal move under the mouse or the focus
	editor: null, // {board, side, brush} while a position is set up
	tab: 'moves',

	runs: null,
	run: null, // {name, document, progress, worths, generation, missing, error, reason}
};

const watchers = [];
let changed = new Set();

// watch calls f once now and again after any of the named parts of the state have changed.
export function watch(keys, f) {
	watchers.push({ keys: keys.split(' '), f });
	f();
}

// update changes the state. Whoever watches is called once all changes of a task are made.
export function update(patch) {
	Object.assign(state, patch);
	if (changed.size === 0) queueMicrotask(tell);
	for (const key of Object.keys(patch)) changed.add(key);
}

function tell() {
	const keys = changed;
	changed = new Set();
	for (const watcher of watchers) if (watcher.keys.some((k) => keys.has(k))) watcher.f();
}

// set changes settings and remembers them.
export function set(patch) {
	update({ settings: { ...state.settings, ...patch } });
	remember('settings', state.settings);
}

// remembered reads what the browser keeps, and remember writes it. A browser that keeps
// nothing is no reason not to play.
export function remembered(name) {
	try {
		return JSON.parse(localStorage.getItem(`evothello.${name}`));
	} catch {
		return null;
	}
}

export function remember(name, value) {
	try {
		localStorage.setItem(`evothello.${name}`, JSON.stringify(value));
	} catch { /* private browsing */ }
}
