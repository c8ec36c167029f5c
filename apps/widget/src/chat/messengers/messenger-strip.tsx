import type { Model } from '../model/model.ts';
import { useTexts } from '../ui/texts.ts';
import { ToolButton } from '../ui/tool-button.tsx';
import { Glyph } from './glyphs.tsx';
import { MessengerLink } from './messenger-link.tsx';

const MAX_SHOWN = 5;

/** Below the greeting: messengers in which the visitor may write instead. */
export function MessengerStrip({ model, onMore }: { model: Model; onMore(): void }) {
  const { messengers: texts } = useTexts();
  const { messengers } = model.config;
  return (
    <fieldset class="messengers" aria-label={texts.title}>
      <span aria-hidden="true">{texts.label}</span>
      <div>
        {messengers.slice(0, MAX_SHOWN).map((messenger) => (
          <MessengerLink key={messenger.provider} class="round" model={model} messenger={messenger} isPicture>
            <Glyph provider={messenger.provider} />
          </MessengerLink>
        ))}
        {messengers.length > MAX_SHOWN && (
          <ToolButton icon="more" class="round" label={texts.more} aria-haspopup="dialog" onClick={onMore} />
        )}
      </div>
    </fieldset>
  );
}
