import { type ComponentProps, useRef, useState } from 'react';

const SPEEDS = [1, 1.5, 2];

/** The state and the controls of an audio element. */
export function usePlayer() {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [time, setTime] = useState(0);
  const [duration, setDuration] = useState(0);
  const [speed, setSpeed] = useState(1);

  const events: ComponentProps<'audio'> = {
    onPlay: ({ currentTarget }) => {
      setPlaying(true);
      pauseOthers(currentTarget);
    },
    onPause: () => setPlaying(false),
    onTimeUpdate: ({ currentTarget }) => setTime(currentTarget.currentTime),
    onDurationChange: ({ currentTarget }) => {
      // A recording without a stored duration reports infinity.
      if (Number.isFinite(currentTarget.duration)) setDuration(currentTarget.duration);
    },
  };
  return {
    audio,
    events,
    isPlaying,
    time,
    duration,
    speed,
    toggle() {
      if (isPlaying) audio.current?.pause();
      else void audio.current?.play();
    },
    seek(to: number) {
      if (audio.current) audio.current.currentTime = to;
      setTime(to);
    },
    hurry() {
      const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1;
      // Loading resets `playbackRate` to `defaultPlaybackRate`.
      if (audio.current) Object.assign(audio.current, { playbackRate: next, defaultPlaybackRate: next });
      setSpeed(next);
    },
  };
}

/** Only one player plays at a time. */
function pauseOthers(heard: HTMLMediaElement) {
  for (const other of document.querySelectorAll<HTMLMediaElement>('audio, video')) if (other !== heard) other.pause();
}
