import { fileSize } from '@parley/content';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocale } from '../../../locales/locale.tsx';
import type { Content } from '../content.ts';
import card from '../files/card.module.css';
import { DownloadLink } from '../files/download-link.tsx';
import { useFile } from '../files/files.ts';
import styles from './audio-player.module.css';
import { playingTime } from './playing-time.ts';
import { PositionSlider } from './position-slider.tsx';
import { usePlayer } from './use-player.ts';

/** Smaller files, such as voice messages, are loaded immediately to show their duration. */
const SMALL_BYTES = 524_288;

interface AudioPlayerProps {
  name: string;
  file: NonNullable<Content['file']>;
  url: string;
  onFail: () => void;
  /** The browser can't play it. */
  onStrange: () => void;
}

export function AudioPlayer({ name, file, url, onFail, onStrange }: AudioPlayerProps) {
  const { locale, texts } = useLocale();
  const [isStarted, setStarted] = useState(false);
  const fetched = useFile({ url, type: file.type }, isStarted || file.size <= SMALL_BYTES, onFail);
  const { audio, events, isPlaying, time, duration, speed, ...player } = usePlayer();

  function press() {
    setStarted(true);
    if (fetched.address) player.toggle();
    else if (fetched.hasFailed) void fetched.refetch();
  }
  const Sign = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  const label = isPlaying ? texts.content.pause : texts.content.play;
  const total = duration ? playingTime(duration) : fileSize(file.size, locale);
  const speedLabel = texts.content.speed(speed);
  return (
    <fieldset className={`${card.card} ${styles.player}`} aria-label={name}>
      <audio ref={audio} src={fetched.address} autoPlay={isStarted} {...events} onError={onStrange} />
      <button type="button" className={styles.play} title={label} aria-label={`${label}: ${name}`} onClick={press}>
        <Sign size={18} aria-hidden />
      </button>
      <div className={styles.middle}>
        <span className={styles.name} dir="auto" title={name} aria-hidden>
          {name}
        </span>
        <PositionSlider time={time} duration={duration} onSeek={player.seek} />
      </div>
      <span className={styles.time}>
        <bdi>{isPlaying || time ? playingTime(time) : total}</bdi>
      </span>
      <button type="button" className={styles.speed} title={speedLabel} aria-label={speedLabel} onClick={player.hurry}>
        <bdi>{speed}×</bdi>
      </button>
      <DownloadLink name={name} url={url} />
    </fieldset>
  );
}
