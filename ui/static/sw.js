// Keeps the files of this edition, so that it plays without a network.
const own = `evothello ${self.registration.scope} `; // other editions may share the address
const version = `${own}{{version}}`;
const files = {{files}};

self.addEventListener('install', (event) => event.waitUntil(caches.open(version).then((cache) => cache.addAll(
	files.map((file) => new Request(file, { cache: file.startsWith('assets/') ? 'default' : 'reload' }))))));

self.addEventListener('activate', (event) => event.waitUntil(caches.keys().then((names) => Promise.all(
	names.filter((name) => name.startsWith(own) && name !== version).map((name) => caches.delete(name))))));

self.addEventListener('fetch', (event) => {
	if (event.request.method !== 'GET') return;
	event.respondWith(caches.open(version).then((cache) => cache.match(event.request, { ignoreSearch: true }))
		.then((kept) => kept ?? fetch(event.request)));
});
