// Files dropped anywhere on the page are read like chosen files; files dropped on My games are imported.
import { $, $$ } from './dom.js';
import { importGames } from './games.js';
import { readFiles } from './share.js';
import { state } from './store.js';
import { choose } from './tabs.js';

const hasFiles = (event) => event.dataTransfer?.types.includes('Files');

function drop(event) {
	for (const dialog of $$('dialog')) dialog.close();
	if (state.route.view === 'games') {
		importGames([...event.dataTransfer.files]);
		return;
	}
	if (state.route.view !== 'game') location.hash = '#/';
	choose('share');
	readFiles([...event.dataTransfer.files]);
}

export function startDrop() {
	const target = $('#drop');
	document.addEventListener('dragover', (event) => {
		if (!hasFiles(event)) return;
		event.preventDefault();
		target.hidden = false;
	});
	document.addEventListener('dragleave', (event) => { if (!event.relatedTarget) target.hidden = true; });
	document.addEventListener('drop', (event) => {
		target.hidden = true;
		if (!hasFiles(event)) return;
		event.preventDefault();
		drop(event);
	});
}
