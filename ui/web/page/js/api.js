// Requests to the server, or to the engine of a static edition. docs/reference/http-api.md describes the API.
import { answer as engine, isStatic } from './engine.js';
import { reworded } from './i18n.js';

// A Refusal is an unsuccessful answer. Its status is 0 if there is no answer.
export class Refusal extends Error {
	constructor(status, message, after = 0, legal = undefined) {
		super(reworded(message));
		this.status = status;
		this.legal = legal; // the moves before the first illegal one
		this.after = after; // seconds to wait before the next attempt
	}
	get offline() { return this.status === 0; }
}

async function request(path, init) {
	let response;
	try {
		response = await (isStatic ? engine : fetch)(`api/${path}`, init);
	} catch (error) {
		if (error.name === 'AbortError') throw error;
		throw new Refusal(0, String(error.message));
	}
	if (response.ok) return response;
	let said = {};
	try {
		said = await response.json();
	} catch { /* the answer has no sentence */ }
	throw new Refusal(response.status, said.error || response.statusText, Number(response.headers.get('Retry-After')) || 0, said.legal);
}

const question = (body, signal) => ({
	method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body), signal,
});

async function answer(response) {
	try {
		return await response.json();
	} catch (error) {
		if (error.name === 'AbortError') throw error;
		throw new Refusal(0, String(error.message)); // the answer broke off
	}
}

// list requests data that does not depend on a game.
export const list = async (path, signal) => answer(await request(path, { signal }));

// ask sends a question about a game. Questions are repeated as long as too many requests wait.
export const ask = async (path, body, signal) => answer(await patient(path, body, signal));

async function patient(path, body, signal) {
	for (;;) {
		try {
			return await request(path, question(body, signal));
		} catch (error) {
			if (error.status !== 503) throw error;
			await pause(1000 * (error.after || 1), signal);
		}
	}
}

// choose has a player choose a move. It calls heard for what the search has found so far.
export async function choose(body, signal, heard) {
	let moved = null;
	await stream('think', body, signal, (event, data) => {
		if (event === 'thinking') heard(data);
		if (event === 'move') moved = data;
		if (event === 'error') throw new Refusal(500, data.error);
	});
	if (!moved) throw new Refusal(0, 'the answer broke off');
	return moved;
}

// stream sends a question and calls heard(event, data) for each server-sent event of the answer.
export async function stream(path, body, signal, heard) {
	const response = await patient(path, body, signal);
	const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
	let buffer = '';
	for (;;) {
		let read;
		try {
			read = await reader.read();
		} catch (error) {
			if (error.name === 'AbortError') throw error;
			throw new Refusal(0, String(error.message));
		}
		if (read.done) return;
		buffer += read.value;
		const events = buffer.split('\n\n');
		buffer = events.pop();
		for (const event of events) {
			const parsed = parse(event);
			if (parsed) heard(parsed.event, parsed.data);
		}
	}
}

// parse reads one server-sent event. It returns null if the event has no data.
export function parse(event) {
	let name = 'message';
	const data = [];
	for (const line of event.split('\n')) {
		if (line.startsWith('event:')) name = line.slice(6).trim();
		if (line.startsWith('data:')) data.push(line.slice(5).trim());
	}
	return data.length ? { event: name, data: JSON.parse(data.join('\n')) } : null;
}

// pause resolves after some milliseconds. Like fetch, it rejects when it is aborted.
export function pause(milliseconds, signal) {
	return new Promise((resolve, reject) => {
		const aborted = () => { clearTimeout(timer); reject(signal.reason); };
		const timer = setTimeout(() => { signal?.removeEventListener('abort', aborted); resolve(); }, milliseconds);
		if (signal?.aborted) aborted();
		else signal?.addEventListener('abort', aborted, { once: true });
	});
}
