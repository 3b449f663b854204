// The sentences of the walk through the mistakes.
import { language, t, whole } from './i18n.js';
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

// reasonSentences says why the best move is better. The server words the reasons, as it does in the terminal.
export const reasonSentences = ({ reasons }) => reasons.map(({ says }) => says[language()]);
