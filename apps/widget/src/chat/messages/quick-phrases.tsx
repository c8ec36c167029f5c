import type { Model } from '../model/model.ts';
import { focusPanel } from '../ui/focus.ts';

/** Frequent questions, sent with one click. */
export function QuickPhrases({ model, phrases }: { model: Model; phrases: readonly string[] }) {
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
