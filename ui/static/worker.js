// The engine of a static edition: the server's own Go code, compiled to WebAssembly, in a worker of the page. The page
// sends {id, method, path, body}, or {id, leave: true} when it no longer wants the answer. The answer is {id, status,
// headers}, then {id, text} for each part of its body, then {id, done: true}.
importScripts('wasm_exec.js');

let waiting = []; // requests that came before the engine was ready
onmessage = ({ data }) => { waiting ? waiting.push(data) : pass(data); };

const pass = ({ id, leave: leaves, method, path, body }) => (leaves ? leave(id) : answer(id, method, path, body));

// ready is called by the engine, which has defined answer and leave.
globalThis.ready = () => {
	const first = waiting;
	waiting = null;
	first.forEach(pass);
};

async function get(file) {
	const response = await fetch(file).catch((error) => { throw new Error(`${file} did not load: ${error.message}`); });
	if (!response.ok) throw new Error(`${file} did not load: ${response.status} ${response.statusText}`);
	return response;
}

// unpacked is a file as it arrives, and tells the page how much of it is there.
async function unpacked(file) {
	const tell = (share) => postMessage({ loading: file, share });
	tell(0);
	const response = await get(file);
	const all = Number(response.headers.get('Content-Length'));
	let arrived = 0;
	const counted = new TransformStream({
		transform(part, to) {
			arrived += part.length;
			tell(all ? Math.min(arrived / all, 0.99) : 0);
			to.enqueue(part);
		},
		flush: () => tell(1),
	});
	return new Response(response.body.pipeThrough(counted).pipeThrough(new DecompressionStream('gzip')), { headers: { 'Content-Type': 'application/wasm' } });
}

const late = ['/champion.tables', '/human.network']; // files that are fetched when Go first reads them

// provide gives Go's package os some files, which can be read. Everything else stays refused.
function provide(files) {
	const opened = new Map(); // open files, by number
	let last = 2;
	const missing = (path) => Object.assign(new Error(`no file ${path}`), { code: 'ENOENT' });
	const names = (path) => [...new Set(Object.keys(files).filter((name) => name.startsWith(`${path}/`)).map((name) => name.slice(path.length + 1).split('/')[0]))];
	const at = (path) => files[path] ?? (names(path).length ? names(path) : null);
	const stat = (found) => ({
		isDirectory: () => Array.isArray(found), mode: Array.isArray(found) ? 0o40555 : 0o100444, size: found.length,
		dev: 0, ino: 0, nlink: 1, uid: 0, gid: 0, rdev: 0, blksize: 4096, blocks: 0, atimeMs: 0, mtimeMs: 0, ctimeMs: 0,
	});
	const look = (path, callback) => (at(path) ? callback(null, stat(at(path))) : callback(missing(path)));
	globalThis.fs.constants.O_DIRECTORY = 0; // −1 says that directories cannot be opened
	Object.assign(globalThis.fs, {
		stat: look,
		lstat: look,
		readdir: (path, callback) => callback(null, names(path)),
		open(path, flags, mode, callback) {
			if (late.includes(path) && !files[path]) {
				return unpacked(`${path.slice(1)}.bin`).then((response) => response.arrayBuffer()).then((content) => {
					files[path] = new Uint8Array(content);
					globalThis.fs.open(path, flags, mode, callback);
				}).catch(failed);
			}
			if (!at(path)) return callback(missing(path));
			opened.set(++last, { content: at(path), read: 0 });
			return callback(null, last);
		},
		fstat: (number, callback) => callback(null, stat(opened.get(number).content)),
		read(number, buffer, offset, length, position, callback) {
			const file = opened.get(number);
			const from = position ?? file.read;
			const part = file.content.subarray(from, from + length);
			buffer.set(part, offset);
			file.read = from + part.length;
			callback(null, part.length);
		},
		close(number, callback) {
			opened.delete(number);
			callback(null);
		},
	});
}

async function start() {
	if (typeof WebAssembly === 'undefined') throw new Error('no WebAssembly in this browser');
	const [edition, engine] = await Promise.all([get('edition.json').then((response) => response.json()), unpacked('engine.bin')]);
	provide(Object.fromEntries(Object.entries(edition.files).map(([name, text]) => [`/${name}`, Uint8Array.from(atob(text ?? ''), (c) => c.charCodeAt(0))])));
	const go = new Go();
	go.argv = ['static', ...(edition.player ? [edition.player] : [])];
	const { instance } = await WebAssembly.instantiateStreaming(engine, go.importObject);
	await go.run(instance);
	throw new Error('the engine has ended');
}

const failed = (error) => postMessage({ failed: String(error.message ?? error) });

start().catch(failed);
