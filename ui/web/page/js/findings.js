// Sentences about the results and the costs of a run.
import { count, duration, language, percent, signed, t, whole } from './i18n.js';

// sure formats a likelihood. It never claims certainty.
const sure = (likelihood) => t('result.sure', { p: likelihood >= 0.9995 ? t('result.over') : percent(likelihood) });

// remarks says how sure a verdict on an opponent is.
const remarks = {
	stronger: ({ los }) => sure(los),
	weaker: ({ los }) => sure(1 - los),
	'about even': ({ elo_low: low, elo_high: high }) => t('result.elo', { from: low === null ? '−∞' : signed(low, 0), to: high === null ? '∞' : signed(high, 0) }),
};

const listed = (words) => new Intl.ListFormat(language() === 'en' ? 'en-GB' : language()).format(words);

// named lists opponents with a remark on each, or with one remark if it holds for all.
function named(rungs, verdict) {
	const said = rungs.map(remarks[verdict]);
	if (rungs.length > 1 && new Set(said).size === 1) return t('result.each', { names: listed(rungs.map((one) => one.opponent)), remark: said[0] });
	return listed(rungs.map((one, i) => t('result.with', { names: one.opponent, remark: said[i] })));
}

// resultText names the opponents that are weaker or stronger than the reigning champion, and says how
// that was measured.
export function resultText({ status, verdicts, search }) {
	if (!status.champion) return t('run.noChampion');
	if (status.start && !status.start.pairs) return t('start.kept', { name: status.start.name });
	return [startText(status), measuredText({ status, verdicts, search })].filter(Boolean).join(' ');
}

// startText says whether the reigning champion is better than the start of its run, '' if it began from nothing.
function startText({ start, champion, generation }) {
	if (!start) return champion.generation === 1 && generation > 1 ? t('start.first') : '';
	const { name, score, score_low: low, score_high: high } = start;
	const verdict = low > 0.5 ? 'better' : high < 0.5 ? 'worse' : 'unsure';
	return t(`start.${verdict}`, { name, score: percent(score), low: percent(low), high: percent(high) });
}

function measuredText({ status, verdicts, search }) {
	const rungs = status.champion.ladder ?? [];
	const about = { generation: status.champion.generation, nth: status.promotions, n: rungs[0]?.pairs ?? 0 };
	if (!rungs.length) return t('result.none', about);
	if (!verdicts.every((verdict) => remarks[verdict])) return t('result.few', about);
	const parts = Object.keys(remarks).map((verdict) => [verdict, rungs.filter((_, i) => verdicts[i] === verdict)])
		.filter(([, members]) => members.length)
		.map(([verdict, members]) => t(`result.${verdict}`, { names: named(members, verdict) }));
	return t('result.is', { ...about, verdicts: parts.join(t('result.next')), search: t('player.depth', search) });
}

// costText says what the run has cost so far. Its times and positions may be missing: they are
// stored apart from the generations.
export function costText({ status, cpu }) {
	const took = { n: status.generation, generations: whole(status.generation), games: whole(status.games) };
	if (!status.nodes) return t('cost.games', took);
	const time = duration(status.seconds);
	const measured = { time, cpu: duration(cpu.seconds), of: duration(cpu.of) };
	const said = !cpu.seconds ? time : t(cpu.of > 0.99 * status.seconds ? 'cost.cpu' : 'cost.cpuOf', measured);
	return t('cost.all', { ...took, nodes: count(status.nodes), time: said });
}
