// The sentences of the walk through the mistakes.
import { known, t, whole } from './i18n.js';
import { sideName } from './sentences.js';

// lostText says how much a move lost: in points if its loss in discs is unknown.
export function lostText(move) {
	if (move.unit === 'discs') return t('loss.discs', { n: move.lost });
	return move.lost_discs === null ? t('loss.points', { n: whole(move.lost) }) : t('loss.estimate', { n: move.lost_discs.toFixed(1) });
}

// lostSentence says what a marked move lost.
export function lostSentence(move) {
	const about = { side: sideName(move.side === 'X' ? 'black' : 'white'), move: move.move, mark: move.mark };
	return move.unit === 'outcome' ? t('review.outcome', about) : t('review.lost', { ...about, lost: lostText(move) });
}

// verdict grades the value of a try: best, better than the move played, or worse. Values that differ by
// less than half a disc count as equal, unless they are exact.
export function verdict({ best, played }, value) {
	const near = value.exact ? 0 : 0.5;
	const lost = (from) => (from.won !== value.won ? 64 * (from.won - value.won) : from.discs - value.discs);
	if (lost(best.value) <= near) return 'best';
	return lost(played.value) < 0 ? 'better' : 'worse';
}

// reasonSentence names the features that make the best move better, or is '' if they do not explain it.
export function reasonSentence({ best, played, reasons }) {
	const parts = reasons.map((reason, i) => partOf(reason, i ? 'keeps' : 'gave', i ? best.move : played.move));
	if (!parts.length) return '';
	return t(parts.length > 1 ? 'reason.two' : 'reason.one', { first: parts[0], second: parts[1] });
}

// partOf says what a move gave up or keeps. A feature that is a number has a text of its own.
function partOf({ feature, count, squares }, verb, move) {
	const counted = `reason.${verb}.${feature}.n`;
	const about = { move, n: count, squares: squares.join(t('list.and')) };
	return t(count > 0 && known(counted) ? counted : `reason.${verb}.${feature}`, about);
}
