import type { WidgetConfig } from '@parley/contract';
import { Sticker } from '../content/stickers.tsx';
import { useTexts } from '../ui/texts.ts';

type Id = WidgetConfig['stickers'][number];

export function StickerPicker({ ids, onPick }: { ids: readonly Id[]; onPick(id: Id): void }) {
  const { composer, content } = useTexts();
  return (
    <fieldset class="drawer stickers" aria-label={composer.stickers}>
      {ids.map((id) => (
        <button key={id} type="button" aria-label={content.sticker[id]} onClick={() => onPick(id)}>
          <Sticker id={id} />
        </button>
      ))}
    </fieldset>
  );
}
