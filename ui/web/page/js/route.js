// Addresses: "#/", "#/runs", "#/runs/NAME", and "#/game?…" for a game that is shared.
export const runAddress = (name) => `#/runs/${name.split('/').map(encodeURIComponent).join('/')}`;

export function route(hash) {
	const [path, query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
	if (path === 'game') return { view: 'game', query };
	if (path === 'runs' || path === 'runs/') return { view: 'runs' };
	if (path.startsWith('runs/')) {
		return { view: 'run', name: decoded(path.slice(5)) };
	}
	return { view: 'game' };
}

// decoded is a name as it was before runAddress, or as it stands in an address that is broken.
function decoded(path) {
	try {
		return path.split('/').map(decodeURIComponent).join('/');
	} catch {
		return path;
	}
}
