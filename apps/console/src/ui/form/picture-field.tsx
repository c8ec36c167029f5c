import { Button, FileButton, Text } from '@mantine/core';
import { useRef } from 'react';
import { usePictureTexts } from '../../locales/pages/picture.ts';
import { useNotice } from '../feedback/notice.tsx';
import { PersonAvatar } from '../person/person-avatar.tsx';
import { cropSquare } from './crop-square.ts';
import styles from './picture-field.module.css';

interface PictureFieldProps {
  label: string;
  /** Of the person or thing, for the initials. */
  name: string;
  url: string | null;
  isPending?: boolean;
  /** With the cropped picture. */
  onChoose: (picture: Blob) => void;
  onRemove: () => void;
}

/** A square picture to choose and remove. */
export function PictureField({ label, name, url, isPending = false, onChoose, onRemove }: PictureFieldProps) {
  const texts = usePictureTexts();
  const notify = useNotice();
  const forget = useRef<() => void>(null);
  const choose = async (file: File | null) => {
    if (!file) return;
    // Lets the same file be chosen again.
    forget.current?.();
    const picture = await cropSquare(file).catch(() => undefined);
    if (picture) onChoose(picture);
    else notify({ kind: 'failed', text: texts.unreadable });
  };
  return (
    <fieldset className={styles.field} aria-label={label} aria-busy={isPending}>
      <PersonAvatar name={name} url={url} size={64} />
      <div className={styles.choice}>
        <div className={styles.buttons}>
          <FileButton
            accept="image/png,image/jpeg,image/gif,image/webp"
            resetRef={forget}
            onChange={(file) => void choose(file)}
          >
            {(props) => (
              <Button {...props} variant="default">
                {texts.choose}
              </Button>
            )}
          </FileButton>
          {url && (
            <Button variant="subtle" color="gray" onClick={onRemove}>
              {texts.remove}
            </Button>
          )}
        </div>
        <Text c="dimmed" size="xs">
          {texts.rule}
        </Text>
      </div>
    </fieldset>
  );
}
