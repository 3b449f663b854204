// Addresses: "#/", "#/runs", "#/runs/NAME", and "#/game?…" for a game that is shared.
export const runAddress = (name) => `#/runs/${name.split('/').map(encodeURIComponent).join('/')}`;

export function route(hash) {
	const [path, query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
	if (path === 'game') return { view: 'game', query };
	if (path === 'runs') return { view: 'runs' };
	if (path.startsWith('runs/')) {
		try {
			return { view: 'run', name: path.slice(5).split('/').map(decodeURIComponent).join('/') };
		} catch { /* a broken address */ }
	}
	return { view: 'game' };
}
