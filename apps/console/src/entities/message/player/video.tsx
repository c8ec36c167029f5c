import { fileSize } from '@parley/content';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocale } from '../../../locales/locale.tsx';
import type { Content } from '../content.ts';
import { useFile } from '../files/files.ts';
import styles from './video.module.css';

interface VideoProps {
  name: string;
  file: NonNullable<Content['file']>;
  url: string;
  onFail: () => void;
  /** The browser can't play it. */
  onStrange: () => void;
}

/** A video in a box of fixed size, loaded on demand. */
export function Video({ name, file, url, onFail, onStrange }: VideoProps) {
  const { locale, texts } = useLocale();
  const [isStarted, setStarted] = useState(false);
  const { address, hasFailed, refetch } = useFile({ url, type: file.type }, isStarted, onFail);

  function press() {
    setStarted(true);
    if (hasFailed) void refetch();
  }
  if (address) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: nobody wrote down what is said in it
      <video className={styles.box} src={address} aria-label={name} controls autoPlay playsInline onError={onStrange} />
    );
  }
  const label = `${texts.content.playVideo}: ${name}`;
  return (
    <button type="button" className={styles.box} aria-label={label} aria-busy={isStarted && !hasFailed} onClick={press}>
      <span className={styles.play}>
        <IconPlayerPlayFilled size={22} aria-hidden />
      </span>
      <span className={styles.words}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
        <bdi>{fileSize(file.size, locale)}</bdi>
      </span>
    </button>
  );
}
