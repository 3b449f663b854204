// Addresses: "#/", "#/game?…" for a game, "#/games", "#/games/digest", "#/exercises/GAME.PLY", "#/runs" and
// "#/runs/NAME".
export const exerciseAddress = (name) => `#/exercises/${name}`;
export const runAddress = (name) => `#/${runPath(name)}`;

// runPath is the path of a run in addresses and requests.
export const runPath = (name) => `runs/${name.split('/').map(encodeURIComponent).join('/')}`;

export function route(hash) {
	const [path, query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
	if (path === 'game') return { view: 'game', query };
	if (path === 'exercises') return { view: 'game', exercise: '' };
	if (path.startsWith('exercises/')) return { view: 'game', exercise: path.slice(10) };
	if (path === 'games') return { view: 'games' };
	if (path === 'games/digest') return { view: 'games', digest: true };
	if (path === 'runs' || path === 'runs/') return { view: 'runs' };
	if (path.startsWith('runs/')) {
		return { view: 'run', name: decoded(path.slice(5)) };
	}
	return { view: 'game' };
}

// decoded reverses runAddress. It returns the name unchanged if its encoding is broken.
function decoded(path) {
	try {
		return path.split('/').map(decodeURIComponent).join('/');
	} catch {
		return path;
	}
}
