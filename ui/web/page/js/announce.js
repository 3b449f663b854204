// The live region, which is there before its first text. A sentence that repeats the last
// one is altered so that it is read again.
import { $ } from './dom.js';
import { state, update } from './store.js';

export function announce(sentence) {
	const region = $('#announcer');
	region.textContent = region.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

// notice says why a click did nothing: a line on the board for a moment, and a mark on the
// square that was clicked, if it was one.
export function notice(sentence, square = '') {
	const shown = { sentence, square };
	announce(sentence);
	update({ notice: shown });
	setTimeout(() => { if (state.notice === shown) update({ notice: null }); }, 2500);
}
