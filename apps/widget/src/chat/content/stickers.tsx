import { STICKER_BOX, type StickerId, stickerShapes } from '@parley/content';
import { useTexts } from '../ui/texts.ts';

export function Sticker({ id }: { id: StickerId }) {
  const texts = useTexts();
  return (
    <svg class="sticker" viewBox={STICKER_BOX} role="img" aria-label={texts.content.sticker[id]}>
      {stickerShapes(id).map(({ path, width, ...paint }) => (
        <path key={path} d={path} stroke-width={width} {...paint} />
      ))}
    </svg>
  );
}
