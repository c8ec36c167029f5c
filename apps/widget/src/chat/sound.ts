/** Frequency of each tone, and when it begins. */
const TONES = [
  [659.25, 0],
  [880, 0.11],
] as const;
const LOUDNESS = 0.09;
const TONE_S = 0.5;
const PAUSE_MS = 1_000;

/** Two soft tones for a new message. Where sound is not to be had, nothing happens. */
export function createChime() {
  let context: AudioContext | undefined;
  let playedAt = Number.NEGATIVE_INFINITY;

  async function sound() {
    // The page's: this code may be in a frame of its own. Before somebody touched the page it may not make a sound.
    if (window.parent.navigator.userActivation?.hasBeenActive === false) return;
    context ??= new AudioContext();
    const audio = context;
    const askedAt = performance.now();
    if (audio.state !== 'running') await audio.resume();
    // A browser may let it wait for a click: then it would be heard long after the message.
    if (performance.now() - askedAt > PAUSE_MS) return;
    const tones = TONES.map(([frequency, delay]) => playTone(audio, frequency, delay));
    // Until the next time: a phone would keep its loudspeaker on.
    tones.at(-1)?.addEventListener('ended', () => void audio.suspend());
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
  return tone;
}
