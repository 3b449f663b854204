// The views of runs. The page loads this module, and what it imports, when a view of runs is opened.
import { startLab } from './lab.js';
import { startRun } from './run.js';
import { renderRun } from './runpage.js';
import { startRuns } from './runs.js';

export function startRunViews() {
	startLab();
	startRuns();
	startRun(renderRun);
}
