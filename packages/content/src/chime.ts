interface Sound {
  /** Frequency of each tone, and its delay in seconds. */
  tones: readonly (readonly [frequency: number, delay: number])[];
  loudness: number;
  /** Until each tone has faded out. */
  seconds: number;
  /** Throttle: sounds that come sooner are dropped. */
  pauseMs: number;
}

/** A few soft tones for a new message. Without audio nothing happens. */
export function createChime({ tones, loudness, seconds, pauseMs }: Sound) {
  let context: AudioContext | undefined;
  let playedAt = Number.NEGATIVE_INFINITY;

  async function playTones() {
    // Audio needs a user activation, which belongs to the page if this runs in a frame.
    if (window.parent.navigator.userActivation?.hasBeenActive === false) return;
    context ??= new AudioContext();
    const audio = context;
    const requestedAt = performance.now();
    if (audio.state !== 'running') await audio.resume();
    // A browser may delay it until a click, long after the message.
    if (performance.now() - requestedAt > pauseMs) return;
    const playing = tones.map(([frequency, delay]) => playTone(audio, { frequency, delay, loudness, seconds }));
    // A running context keeps the speaker of a phone on.
    playing.at(-1)?.addEventListener('ended', () => void audio.suspend());
  }

  return {
    play() {
      if (performance.now() - playedAt < pauseMs) return;
      playedAt = performance.now();
      playTones().catch(() => undefined);
    },
  };
}

interface Tone {
  frequency: number;
  delay: number;
  loudness: number;
  seconds: number;
}

function playTone(context: AudioContext, { frequency, delay, loudness, seconds }: Tone) {
  const start = context.currentTime + delay;
  const tone = new OscillatorNode(context, { type: 'sine', frequency });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness, start + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + seconds);
  return tone;
}
