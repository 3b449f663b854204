// The card of the walk through the mistakes, in place of the status.
import { $, attribute, h, text } from './dom.js';
import { t } from './i18n.js';
import { again, beside, comparison, leave, mistakes, present, reveal, review, showLine, showReason } from './review.js';
import { lostSentence, reasonSentences, verdict } from './reviewtexts.js';
import { valueText } from './sentences.js';
import { state, watch } from './store.js';

// words are the title and the detail of the card.
function words(compared) {
	const { last, waiting, shown, tried } = state.review;
	const { move } = present();
	if (compared?.error) return [t('status.error'), compared.error];
	if (waiting) return [t('review.waiting', { move: waiting }), ''];
	if (shown) {
		const { best } = compared;
		const found = last && verdict(compared, tried[last]) === 'best' ? last : '';
		const title = found ? t('review.best', { move: found, value: valueText(tried[found]) }) : t('review.shown', { move: best.move, value: valueText(best.value) });
		return [title, ''];
	}
	if (!last) return [t('review.find', { move }), lostSentence(present())];
	const { value: best } = compared.played;
	const about = { move: last, value: valueText(tried[last]), played: move, than: valueText(best) };
	return [t('review.tried', about), t(`review.${verdict(compared, tried[last])}.than`, about)];
}

// renderReasons lists the reasons. Each one shows its squares on the board.
function renderReasons(compared) {
	const box = $('#review-reasons');
	const { shown, reason } = state.review;
	const sentences = shown ? reasonSentences(compared) : [];
	attribute(box, 'hidden', sentences.length ? null : '');
	if (box.children.length !== sentences.length) {
		box.replaceChildren(...sentences.map((_, i) => h('button', { type: 'button', onclick: () => showReason(i) })));
	}
	sentences.forEach((sentence, i) => {
		text(box.children[i], sentence);
		attribute(box.children[i], 'aria-pressed', String(i === reason));
	});
}

const withoutPasses = (line) => line.map((move) => (move === 'pass' ? t('pass.badge') : move)).join(' ');

function renderLines(compared) {
	const box = $('#review-lines');
	const { shown, line } = state.review;
	attribute(box, 'hidden', shown ? null : '');
	if (!shown) return;
	for (const kind of ['best', 'played']) {
		const button = $(`[data-line="${kind}"]`, box);
		const one = compared[kind];
		attribute(button, 'aria-pressed', String(kind === line));
		text($('b', button), `${one.move} ${valueText(one.value)}`);
		text($('span', button), withoutPasses(one.line.slice(1)));
	}
}

function render() {
	const card = $('#review');
	const walking = Boolean(state.review && state.analysis?.moves);
	$('#app').classList.toggle('walking', walking);
	attribute(card, 'hidden', walking ? null : '');
	if (!walking) return;
	const compared = comparison();
	const all = mistakes();
	const [title, detail] = words(compared);
	text($('#review-count'), t('review.count', { n: all.findIndex((one) => one.ply === state.review.ply) + 1, of: all.length }));
	text($('#review-title'), title);
	text($('#review-says'), detail);
	renderReasons(compared);
	renderLines(compared);
	attribute($('#review-show'), 'hidden', state.review.shown || compared?.error ? '' : null);
	attribute($('#review-show'), 'aria-disabled', compared?.moves ? null : 'true');
	attribute($('#review-again'), 'hidden', compared?.error ? null : '');
	attribute($('#review-previous'), 'aria-disabled', beside(-1) ? null : 'true');
	attribute($('#review-skip'), 'aria-disabled', beside(1) ? null : 'true');
	text($('#review-next'), t(beside(1) ? 'review.next' : 'review.end'));
	$('#review-next').classList.toggle('main', state.review.shown);
	$('#review-next').classList.toggle('plain', !state.review.shown);
}

// go leads to the mistake some steps further, or to the end of the walk.
function go(steps) {
	const to = beside(steps);
	if (to) review(to.ply);
	else if (steps > 0) leave();
}

export function startReviewCard() {
	$('#review-lines').replaceChildren(...['best', 'played'].map((kind) => h('button', { type: 'button', class: 'line-choice', data: { line: kind }, onclick: () => showLine(kind) }, h('b', {}), h('span', {}))));
	const on = (id, press) => $(id).addEventListener('click', (event) => { if (!event.currentTarget.hasAttribute('aria-disabled')) press(); });
	on('#review-show', () => { reveal(); $('#review-next').focus(); });
	on('#review-next', () => go(1));
	on('#review-skip', () => go(1));
	on('#review-previous', () => go(-1));
	on('#review-leave', leave);
	on('#review-again', again);
	watch('review compared analysis settings', render);
}
