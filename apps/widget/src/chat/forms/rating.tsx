import { useEffect, useState } from 'preact/hooks';
import type { Model } from '../model/model.ts';
import type { RequestError } from '../model/server-api.ts';
import { focusPanel } from '../ui/focus.ts';
import { Icon } from '../ui/icons.tsx';
import { useTexts } from '../ui/texts.ts';
import { useStore } from '../ui/use-store.ts';

const GOOD = 4;

/** Asked for by whoever answered; once answered or put off, it is not shown for that asking again. */
export function Rating({ model }: { model: Model }) {
  const texts = useTexts();
  const { live } = useStore(model.conversation);
  const asked = live?.chat?.rating_requested_at ?? null;
  const [settled, setSettled] = useState(model.memory.get('rated'));
  const { fields } = useStore(model.panel);
  const { comment = '' } = fields;
  const score = Number(fields.score ?? 0);
  const [state, setState] = useState<'asking' | 'sending' | 'done'>('asking');
  useEffect(() => {
    if (asked && asked !== settled) setState('asking');
  }, [asked]);
  if (!asked || asked === settled) return state === 'done' ? <p class="system">{texts.rating.thanks}</p> : null;

  function settle(moment: string) {
    model.memory.set('rated', moment);
    model.fillFields({ score: '', comment: '' });
    setSettled(moment);
  }

  function choose(event: { currentTarget: HTMLInputElement }, chosen: number) {
    const { form } = event.currentTarget;
    model.fillFields({ score: String(chosen) });
    model.page.requestAnimationFrame(() => form?.scrollIntoView({ block: 'nearest' }));
  }

  async function send(event: Event) {
    event.preventDefault();
    if (!asked) return;
    setState('sending');
    focusPanel(model);
    try {
      await model.api.submitRating(score, comment.trim());
      settle(asked);
      setState('done');
    } catch (error) {
      setState('asking');
      // Nobody has answered yet: trying again would not help.
      if ((error as RequestError).reason === 'nobody_to_rate') settle(asked);
      else model.setNotice(texts.network.problem);
    }
  }

  return (
    <form class="card rating" onSubmit={send}>
      <fieldset disabled={state === 'sending'}>
        <legend>{texts.rating.title}</legend>
        <div class="stars">
          {texts.rating.scores.map((label, index) => (
            <label key={label} class={index < score ? 'on' : ''} title={label}>
              <input
                type="radio"
                name="score"
                class="hidden"
                checked={score === index + 1}
                onChange={(event) => choose(event, index + 1)}
              />
              <span class="hidden">{label}</span>
              <Icon name="star" />
            </label>
          ))}
        </div>
        {score > 0 && (
          <>
            <p class="score">{texts.rating.scores[score - 1]}</p>
            <textarea
              rows={2}
              maxLength={2_000}
              value={comment}
              aria-label={score >= GOOD ? texts.rating.praise : texts.rating.comment}
              placeholder={score >= GOOD ? texts.rating.praise : texts.rating.comment}
              onInput={(event) => model.fillFields({ comment: event.currentTarget.value })}
            />
          </>
        )}
        <div class="actions">
          <button
            type="button"
            class="plain"
            onClick={() => {
              settle(asked);
              focusPanel(model);
            }}
          >
            {texts.rating.later}
          </button>
          <button type="submit" class="primary" disabled={score === 0}>
            {texts.rating.submit}
          </button>
        </div>
      </fieldset>
    </form>
  );
}
