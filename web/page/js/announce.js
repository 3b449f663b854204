// The live region, which is there before its first text. A sentence that repeats the last
// one is altered so that it is read again.
import { $ } from './dom.js';

export function announce(sentence) {
	const region = $('#announcer');
	region.textContent = region.textContent === sentence ? `${sentence}\u00a0` : sentence;
}
