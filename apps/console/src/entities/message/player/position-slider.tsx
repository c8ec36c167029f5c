import { useTexts } from '../../../locales/locale.tsx';
import { playingTime } from './playing-time.ts';
import styles from './position-slider.module.css';

interface PositionSliderProps {
  time: number;
  /** Zero until it is known. */
  duration: number;
  onSeek: (to: number) => void;
}

/** The position, which can be dragged. */
export function PositionSlider({ time, duration, onSeek }: PositionSliderProps) {
  const { content } = useTexts();
  return (
    <input
      type="range"
      className={styles.slider}
      aria-label={content.position}
      aria-valuetext={content.timeOf(playingTime(time), playingTime(duration))}
      min={0}
      max={duration || 1}
      step="any"
      value={time}
      disabled={!duration}
      onChange={({ currentTarget }) => onSeek(Number(currentTarget.value))}
    />
  );
}
