// The horizontal axes of charts of runs: generations, games or time.
import { option } from './dom.js';
import { t } from './i18n.js';

const effort = (of) => (document, generation) => of(document)[Math.min(generation, of(document).length) - 1] ?? 0;

// An axis: where it begins, its name, the text of the readout, and the place of a generation of a run.
export const axes = {
	generation: { first: 1, name: 'chart.generation', at: 'chart.at', of: (document, generation) => generation },
	games: { first: 0, name: 'chart.games', at: 'chart.atGames', of: effort((document) => document.effort.games) },
	seconds: { first: 0, name: 'chart.seconds', at: 'chart.atSeconds', of: effort((document) => document.effort.seconds) },
};

// rounds is the axis of trainings that are no runs.
export const rounds = { first: 1, name: 'chart.round', at: 'chart.atRound' };

// chartOf returns the curves of a chart of a run: reference, fitness or population.
export const chartOf = (document, name) => document.charts.find((chart) => chart.name === name).curves;

// endOf is the place of a run's last generation.
export const endOf = (document, axis) => axis.of(document, document.status.generation);

// along maps a curve over the generations of a run to an axis.
export function along(document, curve, axis) {
	const move = (points) => points?.map(([generation, ...values]) => [axis.of(document, generation), ...values]);
	return { ...curve, line: move(curve.line ?? []), dots: move(curve.dots), band: move(curve.band) };
}

// axisOptions are the choices of an axis.
export const axisOptions = (chosen) => Object.keys(axes).map((key) => option(key, t(axes[key].name), key === chosen));
