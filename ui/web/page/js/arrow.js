// The arrow from the move that was played to the better one.
import { $, attribute, s } from './dom.js';
import { indexOf, layout, shape } from './geometry.js';
import { position } from './play.js';
import { comparison, present } from './review.js';
import { state, watch } from './store.js';

// ends are the squares that the arrow leads from and to, or null if there is none.
function ends() {
	const { review } = state;
	if (!review?.shown || review.step || review.line !== 'best' || !state.analysis) return null;
	const [from, to] = [present().move, comparison().best.move];
	return from === to ? null : [from, to];
}

function draw(from, to) {
	const { board } = position();
	const { columns, order } = layout(board, state.settings.turned);
	const middle = (square) => {
		const at = order.indexOf(indexOf(square, shape(board).columns));
		return [(at % columns) + 0.5, Math.floor(at / columns) + 0.5];
	};
	const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
	const length = Math.hypot(x2 - x1, y2 - y1);
	const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
	const [startX, startY, tipX, tipY] = [x1 + 0.3 * dx, y1 + 0.3 * dy, x2 - 0.34 * dx, y2 - 0.34 * dy];
	const [neckX, neckY] = [tipX - 0.32 * dx, tipY - 0.32 * dy];
	const head = `M${tipX},${tipY} L${neckX - 0.2 * dy},${neckY + 0.2 * dx} L${neckX + 0.2 * dy},${neckY - 0.2 * dx} Z`;
	const shaft = `M${startX},${startY} L${neckX},${neckY}`;
	return ['arrow-edge', 'arrow-body'].flatMap((name) => [s('path', { class: `${name} shaft`, d: shaft }), s('path', { class: `${name} head`, d: head })]);
}

export function startArrow() {
	watch('review compared positions settings analysis', () => {
		const at = ends();
		const arrow = $('#arrow');
		attribute(arrow, 'hidden', at ? null : '');
		if (!at) return;
		const { columns, rows } = layout(position().board, state.settings.turned);
		attribute(arrow, 'viewBox', `0 0 ${columns} ${rows}`);
		arrow.replaceChildren(...draw(...at));
	});
}
