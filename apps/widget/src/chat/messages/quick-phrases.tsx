import type { Model } from '../model/model.ts';
import { focusPanel } from '../ui/focus.ts';
import { useLocale } from '../ui/texts.ts';

/** Frequent questions, sent with one click. */
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
            model.sendMessage({ type: 'text', body: phrase });
            focusPanel(model);
          }}
        >
          {phrase}
        </button>
      ))}
    </div>
  );
}
