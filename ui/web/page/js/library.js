// My games: a list that the browser keeps, in IndexedDB. Tabs tell each other of changes.
import { state, update } from './store.js';

let opened = null;

function open() {
	opened ??= new Promise((resolve, reject) => {
		const request = indexedDB.open('evothello', 1);
		request.onupgradeneeded = () => request.result.createObjectStore('games', { keyPath: 'id' });
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
	return opened;
}

// run does something with the stored games, all of it or nothing.
export async function run(mode, work) {
	const database = await open();
	return new Promise((resolve, reject) => {
		const transaction = database.transaction('games', mode);
		const request = work(transaction.objectStore('games'));
		transaction.oncomplete = () => resolve(request?.result);
		transaction.onabort = () => reject(transaction.error);
	});
}

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('evothello') : null;

// tell makes other tabs show the list again, and changed all tabs.
export const tell = () => channel?.postMessage({ changed: true });

function changed() {
	tell();
	refresh();
}

// refresh reads the list if it is on the page.
export async function refresh() {
	if (state.route.view !== 'games') return;
	try {
		const games = await run('readonly', (store) => store.getAll());
		update({ library: { games: games.sort((a, b) => b.updated - a.updated) } });
	} catch (error) { // no storage, as in some private windows
		update({ library: { games: [], error: String(error.message ?? error) } });
	}
}

// keep stores games. It returns how many were new. A game that is imported again stays as it is.
export async function keep(games) {
	const known = new Set(await run('readonly', (store) => store.getAllKeys()));
	const added = games.filter(({ id }) => !known.has(id));
	await run('readwrite', (store) => games.filter((game) => game.origin !== 'import' || !known.has(game.id)).map((game) => store.put(game)).at(-1));
	changed();
	return added.length;
}

// amend changes a stored game. It does nothing to one that is not stored.
export async function amend(id, patch) {
	await run('readwrite', (store) => {
		const request = store.get(id);
		request.onsuccess = () => { if (request.result) store.put({ ...request.result, ...patch }); };
		return request;
	});
	tell();
}

export async function remove(id) {
	await run('readwrite', (store) => store.delete(id));
	changed();
}

// newId makes the id of a new game.
export const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;

let asked = ''; // the id that other tabs were asked about

// claim makes sure that no other tab has the present game, as after a tab was duplicated. If one has,
// this tab goes on with a copy.
export function claim() {
	asked = state.game.id;
	channel?.postMessage({ has: asked });
	setTimeout(() => { asked = ''; }, 1000);
}

export function startLibrary() {
	channel?.addEventListener('message', ({ data }) => {
		if (data.changed) refresh();
		if (data.has && data.has === state.game?.id) channel.postMessage({ taken: data.has });
		if (data.taken && data.taken === asked && data.taken === state.game?.id) update({ game: { ...state.game, id: newId() } });
	});
}
