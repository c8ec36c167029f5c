import { STICKER_BOX, type StickerId, stickerShapes } from '@parley/content';
import { useTexts } from '../../../locales/locale.tsx';
import styles from './sticker.module.css';

export function Sticker({ id }: { id: StickerId }) {
  const { content } = useTexts();
  return (
    <svg className={styles.sticker} viewBox={STICKER_BOX} role="img" aria-label={content.stickers[id]}>
      {stickerShapes(id).map(({ path, width, ...paint }) => (
        <path key={path} d={path} strokeWidth={width} {...paint} />
      ))}
    </svg>
  );
}
