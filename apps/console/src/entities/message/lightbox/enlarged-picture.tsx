import { useState } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import styles from './enlarged-picture.module.css';

/** Fits the window; a click shows the original size. */
export function EnlargedPicture({ url, name }: { url: string; name: string }) {
  const { content } = useTexts();
  // State by URL: the next picture reuses the element and its focus, but not its state.
  const [full, setFull] = useState<string>();
  const [failed, setFailed] = useState<string>();
  const isFull = full === url;
  return (
    <button
      type="button"
      className={styles.frame}
      data-full={isFull || undefined}
      aria-label={`${content.zoom}: ${name}`}
      aria-pressed={isFull}
      onClick={() => setFull(isFull ? undefined : url)}
    >
      {failed === url ? (
        content.gone
      ) : (
        <img key={url} className={styles.picture} src={url} alt="" onError={() => setFailed(url)} />
      )}
    </button>
  );
}
