// The engine of a static edition: the server's own code, in a worker. It answers requests as the server does.
import { update } from './store.js';

const address = document.querySelector('meta[name=engine]')?.content;

const texts = { 'engine.bin': 'loading.engine', 'champion.tables.bin': 'loading.strongest', 'human.network.bin': 'loading.human' };

// isStatic says that no server answers this page.
export const isStatic = Boolean(address);

let worker = null;
let last = 0;
let kept = false;
const open = new Map(); // what hears the parts of an answer, by the request's number
const encoder = new TextEncoder();

function start() {
	worker = new Worker(address);
	worker.onmessage = ({ data }) => {
		if (data.loading) update({ loading: data.share < 1 ? { text: texts[data.loading], share: data.share } : null });
		else if (data.failed) fail(data.failed);
		else open.get(data.id)?.(data);
	};
	worker.onerror = (event) => fail(event.message || `${address} is not there`);
}

// fail ends all requests. The next one starts another worker.
function fail(message) {
	worker.terminate();
	worker = null;
	update({ loading: null });
	for (const heard of [...open.values()]) heard({ error: new TypeError(message) });
}

// answer answers a request as fetch does.
export function answer(path, { method = 'GET', body = '', signal } = {}) {
	return new Promise((resolve, reject) => {
		signal?.throwIfAborted();
		if (!worker) start();
		const id = ++last;
		let parts;
		const end = (error) => {
			open.delete(id);
			signal?.removeEventListener('abort', leave);
			if (!error) return parts.close();
			reject(error);
			return parts.error(error);
		};
		const leave = () => { worker?.postMessage({ id, leave: true }); end(signal.reason); };
		const stream = new ReadableStream({ start: (controller) => { parts = controller; } });
		signal?.addEventListener('abort', leave, { once: true });
		open.set(id, ({ status, headers, text, done, error }) => {
			if (status) {
				resolve(new Response(stream, { status, headers }));
				keepOffline();
			}
			if (text) parts.enqueue(encoder.encode(text));
			if (done || error) end(error);
		});
		worker.postMessage({ id, method, path, body });
	});
}

// keepOffline has the browser keep this edition, once the engine is there. Browsers do so for addresses with https, and
// on this machine.
function keepOffline() {
	if (kept) return;
	kept = true;
	navigator.serviceWorker?.register('sw.js').catch(() => {}); // else it plays online alone
}
