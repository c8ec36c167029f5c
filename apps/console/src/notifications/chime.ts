/** Frequency of each tone, and when it begins. */
const TONES = [
  [587.33, 0],
  [783.99, 0.12],
] as const;
const LOUDNESS = 0.12;
const TONE_S = 0.45;
const PAUSE_MS = 2_000;

/** Two soft tones for a new message, and not a peal for many. Where sound is not to be had, nothing happens. */
export function createChime() {
  let context: AudioContext | undefined;
  let playedAt = Number.NEGATIVE_INFINITY;

  async function sound() {
    // Before somebody touched the page it may not make a sound, and the browser would say so each time.
    if (!navigator.userActivation.hasBeenActive) return;
    context ??= new AudioContext();
    if (context.state !== 'running') await context.resume();
    for (const [frequency, delay] of TONES) playTone(context, frequency, delay);
  }

  return {
    play() {
      if (performance.now() - playedAt < PAUSE_MS) return;
      playedAt = performance.now();
      sound().catch(() => undefined);
    },
  };
}

function playTone(context: AudioContext, frequency: number, delay: number) {
  const start = context.currentTime + delay;
  const tone = new OscillatorNode(context, { type: 'sine', frequency });
  const loudness = new GainNode(context, { gain: 0 });
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(LOUDNESS, start + 0.015);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + TONE_S);
  tone.connect(loudness).connect(context.destination);
  tone.start(start);
  tone.stop(start + TONE_S);
}
