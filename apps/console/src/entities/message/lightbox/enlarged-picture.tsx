import { useState } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import styles from './enlarged-picture.module.css';

/** As large as there is room; a click shows it as large as it is. */
export function EnlargedPicture({ url, name }: { url: string; name: string }) {
  const { content } = useTexts();
  // The addresses they were said of: another picture in the same place keeps the focus, and nothing else.
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
