import { sounds } from '../prefs';

let context: AudioContext | null = null;

const notes = {
  move: [[420, 0, 0.05]],
  capture: [[300, 0, 0.06], [210, 0.05, 0.09]],
  pass: [[520, 0, 0.05]],
  low: [[880, 0, 0.08], [880, 0.14, 0.08]],
  end: [[392, 0, 0.14], [494, 0.14, 0.14], [587, 0.28, 0.25]],
} as const;

/** A short sound, made here, if sounds are wanted. */
export function sound(name: keyof typeof notes) {
  if (sounds.value !== 'on') return;
  context ??= new AudioContext();
  for (const [hertz, after, seconds] of notes[name]) {
    const begin = context.currentTime + after;
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = 'triangle';
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(0.25, begin);
    gain.gain.exponentialRampToValueAtTime(0.001, begin + seconds);
    tone.connect(gain).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + seconds);
  }
}
