/** Short sounds, synthesised when needed. */

export type Sound = "card" | "pass" | "turn" | "bell" | "thud" | "fanfare";

/** Each note: pitch in hertz, start and length in seconds, loudness. */
const SCORES: Record<Sound, { wave: OscillatorType; notes: [number, number, number, number][] }> = {
  card: { wave: "triangle", notes: [[190, 0, 0.07, 0.16]] },
  pass: { wave: "sine", notes: [[150, 0, 0.12, 0.12]] },
  turn: { wave: "sine", notes: [[660, 0, 0.12, 0.1], [880, 0.1, 0.2, 0.1]] }, // prettier-ignore
  bell: { wave: "sine", notes: [[1568, 0, 0.7, 0.12], [3136, 0, 0.35, 0.04]] }, // prettier-ignore
  thud: { wave: "triangle", notes: [[110, 0, 0.22, 0.22], [82, 0.05, 0.25, 0.2]] }, // prettier-ignore
  fanfare: { wave: "triangle", notes: [[523, 0, 0.16, 0.13], [659, 0.14, 0.16, 0.13], [784, 0.28, 0.16, 0.13], [1047, 0.42, 0.5, 0.14]] }, // prettier-ignore
};

let context: AudioContext | null = null;

/** Plays a sound. Browsers keep silent until the first click on the page. */
export function play(sound: Sound): void {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const { wave, notes } = SCORES[sound];
  for (const [pitch, start, length, loudness] of notes) {
    const begin = context.currentTime + start;
    const tone = new OscillatorNode(context, { type: wave, frequency: pitch });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(loudness, begin + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }
}
