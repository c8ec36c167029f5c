import { leadFocus } from './focus.ts';
import type { Model } from './model.ts';
import { useLocale } from './texts.ts';

/** What many ask, with one click. */
export function QuickPhrases({ model }: { model: Model }) {
  const phrases = model.config.quick_phrases[useLocale()] ?? [];
  if (!phrases.length) return null;
  return (
    <div class="phrases">
      {phrases.map((phrase) => (
        <button
          key={phrase}
          type="button"
          onClick={() => {
            model.say({ type: 'text', body: phrase });
            leadFocus(model);
          }}
        >
          {phrase}
        </button>
      ))}
    </div>
  );
}
