// The state of the page. Everything on the page is drawn from it.

const usual = {
	language: '', theme: 'auto', board: 'green', dots: true, animation: true, coordinates: true, values: false, valuesAfter: true,
	sound: false, keys: true, turned: 0, judge: 'strongest', speed: 'normal',
};

export const state = {
	route: { view: 'game' },
	settings: { ...usual, ...remembered('settings') },
	roster: null, // the answer of /api/players
	large: null, // the answer of /api/players for boards larger than 8×8
	boards: null, // the answer of /api/boards

	// {id, board, start, moves, forfeit, seed, black, white, names, origin, lines}; black and white are players, or
	// null for the user. names are those of people in an imported game, origin is 'link', 'import' or ''. lines are the
	// variations that were tried once the game was over: {from, moves}, the moves that replace the game's after from.
	game: null,
	line: null, // the variation on the page, null on the game's own line
	aside: null, // {positions, points, opening} of the game's own line while a variation is on the page
	positions: [], // one more than moves
	opening: '',
	ply: 0, // the position on the page

	loading: null, // the file of a static edition that arrives: {text: the key of its name, share}
	placing: null, // the user's move until the server answers it: {square, side, late}
	notice: null, // why the last click did nothing: {sentence, square}
	thinking: '', // the side whose player is choosing a move
	// What its search has found, and later what the last search found: {id, since, depth, nodes, value, line,
	// slow}, and once it is over {took, exact, ply}.
	thought: null,
	paused: false, // whether a game between two players is paused
	trouble: null, // {kind: 'offline' | 'error', message, square, retry}
	values: null, // {key, depth, moves, line, done} of the position on the page
	points: [], // values of positions for Black, in discs, where known
	analysis: null, // {state: 'running' | 'done' | 'failed', …}
	whose: '', // the side whose mistakes are walked through, '' for the user's
	review: null, // the mistake under review: {ply, tried, last, waiting, shown, line: 'best' | 'played', step, reason: its index or -1}
	// The endgame exercise on the page: the name of its game, the moves before it, all its legal moves with values, the move
	// that was played in the game, and the user's tries with their values.
	exercise: null, // {game, ply, moves, played, tried, last, found}
	compared: {}, // the answers of /api/compare for the analysed game, by the ply before the move
	hint: null, // {square, value}
	explanation: null,
	worths: null, // the answer of /api/worths for the judge
	heat: false, // whether the board shows the values of squares
	pointed: '', // the legal move under the pointer or with the focus
	editor: null, // {board, side, brush} while the editor is open
	tab: 'moves',

	library: null, // My games: {games, error}, the newest first, while they are on the page
	runs: null,
	// The comparison of the ticked runs: documents by name, and the player and axis of the chart.
	lab: { sort: { key: 'updated', back: false }, ticked: [], documents: {}, opponent: '', axis: 'generation', worths: null },
	run: null, // {name, document, progress, worths, generation, missing, error, reason}
};

const watchers = [];
let changed = new Set();

// watch calls f now, and again after each change of any of the named parts of the state.
export function watch(keys, f) {
	watchers.push({ keys: keys.split(' '), f });
	f();
}

// update changes the state. It calls watchers once, after all changes of the current task.
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

// set changes settings and stores them.
export function set(patch) {
	update({ settings: { ...state.settings, ...patch } });
	remember('settings', state.settings);
}

// remembered reads from the browser's storage, or from that of the tab, and remember writes to it. The
// page also works without storage.
export function remembered(name, ofTab = false) {
	try {
		return JSON.parse((ofTab ? sessionStorage : localStorage).getItem(`evothello.${name}`));
	} catch {
		return null;
	}
}

export function remember(name, value, ofTab = false) {
	try {
		(ofTab ? sessionStorage : localStorage).setItem(`evothello.${name}`, JSON.stringify(value));
	} catch { /* private browsing */ }
}
