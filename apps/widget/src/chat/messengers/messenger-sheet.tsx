import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { Model } from '../model/model.ts';
import { useTexts } from '../ui/texts.ts';
import { Glyph } from './glyphs.tsx';
import { MessengerLink, nameOf } from './messenger-link.tsx';

/** All messengers by name. */
export function MessengerSheet({ model, onClose }: { model: Model; onClose(): void }) {
  const { messengers: texts, cancel } = useTexts();
  const id = useId();
  const card = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => card.current?.querySelector('a')?.focus(), []);
  return (
    <div class="cover">
      <fieldset ref={card} class="card" aria-labelledby={id}>
        <h2 id={id}>{texts.title}</h2>
        <p class="lead">{texts.lead}</p>
        <ul class="messenger-list">
          {model.config.messengers.map((messenger) => (
            <li key={messenger.provider}>
              <MessengerLink class="messenger" model={model} messenger={messenger} onFollow={onClose}>
                <span class="round">
                  <Glyph provider={messenger.provider} />
                </span>
                {nameOf(texts, messenger.provider)}
              </MessengerLink>
            </li>
          ))}
        </ul>
        <div class="actions">
          <button type="button" class="plain" onClick={onClose}>
            {cancel}
          </button>
        </div>
      </fieldset>
    </div>
  );
}
