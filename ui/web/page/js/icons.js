// Icons, as SVG paths in a square of 24 × 24 units.
import { $$, s } from './dom.js';

const paths = {
	undo: 'M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6',
	redo: 'M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6',
	first: 'M6 5v14M18 6l-7 6 7 6z',
	previous: 'M15 5l-7 7 7 7',
	next: 'M9 5l7 7-7 7',
	last: 'M18 5v14M6 6l7 6-7 6z',
	hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.500 1 2.500h6c0-1 .2-1.700 1-2.500A6 6 0 0 0 12 3z',
	settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M13 7a2 2 0 1 0 4 0 2 2 0 1 0-4 0M7 17a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
	remove: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
	close: 'M6 6l12 12M18 6L6 18',
	swap: 'M7 4v14M7 4 4 7M7 4l3 3M17 20V6M17 20l-3-3M17 20l3-3',
	turn: 'M20 11a8 8 0 1 0-2.300 6.200M20 5v6h-6',
};

// drawIcons fills the buttons that name an icon.
export function drawIcons() {
	for (const element of $$('[data-icon]')) {
		element.prepend(icon(element.dataset.icon));
	}
}

export const icon = (name) => s('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: paths[name] }));
