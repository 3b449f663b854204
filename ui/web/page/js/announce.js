// The live region. It exists before its first text. A repeated sentence is altered, so that screen
// readers read it again.
import { $ } from './dom.js';
import { state, update } from './store.js';

export function announce(sentence) {
	const region = $('#announcer');
	region.textContent = region.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

// notice says why a click did nothing: it shows a line on the board for a moment, and marks the
// clicked square, if any.
export function notice(sentence, square = '') {
	const shown = { sentence, square };
	announce(sentence);
	update({ notice: shown });
	setTimeout(() => { if (state.notice === shown) update({ notice: null }); }, 2500);
}
