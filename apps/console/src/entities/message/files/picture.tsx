import { UnstyledButton } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import styles from './picture.module.css';

interface PictureProps {
  name: string;
  url: string;
  onOpen: (() => void) | undefined;
  onFail: () => void;
}

/** A picture in a box of fixed size to avoid layout shifts. */
export function Picture({ name, url, onOpen, onFail }: PictureProps) {
  const { content } = useTexts();
  const [isSmall, setSmall] = useState(false);

  function measure({ currentTarget: picture }: SyntheticEvent<HTMLImageElement>) {
    setSmall(picture.naturalWidth < picture.width && picture.naturalHeight < picture.height);
  }

  const shared = { className: styles.box, title: content.openPicture, 'data-small': isSmall || undefined };
  const image = (
    <img className={styles.image} src={url} alt={name} decoding="async" onLoad={measure} onError={onFail} />
  );
  return onOpen ? (
    <UnstyledButton {...shared} onClick={onOpen}>
      {image}
    </UnstyledButton>
  ) : (
    <a {...shared} href={url} target="_blank" rel="noopener noreferrer">
      {image}
    </a>
  );
}
