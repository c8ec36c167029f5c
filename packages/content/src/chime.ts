interface Sound {
  /** Frequency of each tone, and when it begins. */
  tones: readonly (readonly [frequency: number, delay: number])[];
  loudness: number;
  /** How long each tone takes to die away. */
  seconds: number;
  /** Not a peal for many messages: what comes sooner is not heard. */
  pauseMs: number;
}

/** A few soft tones for a new message. Where sound is not to be had, nothing happens. */
export function createChime({ tones, loudness, seconds, pauseMs }: Sound) {
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
    if (performance.now() - askedAt > pauseMs) return;
    const playing = tones.map(([frequency, delay]) => playTone(audio, { frequency, delay, loudness, seconds }));
    // Until the next time: a phone would keep its loudspeaker on.
    playing.at(-1)?.addEventListener('ended', () => void audio.suspend());
  }

  return {
    play() {
      if (performance.now() - playedAt < pauseMs) return;
      playedAt = performance.now();
      sound().catch(() => undefined);
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
