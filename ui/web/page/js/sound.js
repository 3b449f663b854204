// The optional sound of a disc.
import { state } from './store.js';

let audio;

export function click() {
	if (!state.settings.sound) return;
	audio ??= new AudioContext();
	const now = audio.currentTime;
	const tone = audio.createOscillator();
	const volume = audio.createGain();
	tone.type = 'triangle';
	tone.frequency.setValueAtTime(420, now);
	tone.frequency.exponentialRampToValueAtTime(140, now + 0.06);
	volume.gain.setValueAtTime(0.25, now);
	volume.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
	tone.connect(volume).connect(audio.destination);
	tone.start(now);
	tone.stop(now + 0.1);
}
