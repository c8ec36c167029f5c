import { useEffect, useState } from 'preact/hooks';
import type { Model } from '../model/model.ts';
import type { RequestError } from '../model/server-api.ts';
import { focusPanel } from '../ui/focus.ts';
import { Icon } from '../ui/icons.tsx';
import { useTexts } from '../ui/texts.ts';
import { useStore } from '../ui/use-store.ts';

const GOOD_SCORE = 4;

/** The rating an agent asked for. Each request is shown until it is answered or dismissed. */
export function Rating({ model }: { model: Model }) {
  const texts = useTexts();
  const { requestedAt, state, dismiss, submit } = useRating(model);
  if (!requestedAt) return state === 'done' ? <p class="system">{texts.rating.thanks}</p> : null;
  return <RatingForm model={model} isSending={state === 'sending'} onSubmit={submit} onDismiss={dismiss} />;
}

function useRating(model: Model) {
  const texts = useTexts();
  const { live } = useStore(model.conversation);
  const requestedAt = live?.chat?.rating_requested_at ?? null;
  const [settledAt, setSettledAt] = useState(model.memory.get('rated'));
  const [state, setState] = useState<'asking' | 'sending' | 'done'>('asking');
  useEffect(() => {
    if (requestedAt && requestedAt !== settledAt) setState('asking');
  }, [requestedAt]);

  function settle(request: string) {
    model.memory.set('rated', request);
    model.fillFields({ score: '', comment: '' });
    setSettledAt(request);
  }

  async function submit(score: number, comment: string) {
    if (!requestedAt) return;
    setState('sending');
    focusPanel(model);
    try {
      await model.api.submitRating(score, comment);
      settle(requestedAt);
      setState('done');
    } catch (error) {
      setState('asking');
      // No agent has answered yet, so retrying would not help.
      if ((error as RequestError).reason === 'nobody_to_rate') settle(requestedAt);
      else model.setNotice(texts.network.problem);
    }
  }

  function dismiss() {
    if (requestedAt) settle(requestedAt);
    focusPanel(model);
  }

  return { requestedAt: requestedAt === settledAt ? null : requestedAt, state, dismiss, submit };
}

interface RatingFormProps {
  model: Model;
  isSending: boolean;
  onSubmit(score: number, comment: string): void;
  onDismiss(): void;
}

function RatingForm({ model, isSending, onSubmit, onDismiss }: RatingFormProps) {
  const { rating } = useTexts();
  const { fields } = useStore(model.panel);
  const { comment = '' } = fields;
  const score = Number(fields.score ?? 0);
  const commentLabel = score >= GOOD_SCORE ? rating.praise : rating.comment;

  function submit(event: Event) {
    event.preventDefault();
    onSubmit(score, comment.trim());
  }

  return (
    <form class="card rating" onSubmit={submit}>
      <fieldset disabled={isSending}>
        <legend>{rating.title}</legend>
        <Stars model={model} score={score} />
        {score > 0 && (
          <>
            <p class="score">{rating.scores[score - 1]}</p>
            <textarea
              rows={2}
              maxLength={2_000}
              value={comment}
              aria-label={commentLabel}
              placeholder={commentLabel}
              onInput={(event) => model.fillFields({ comment: event.currentTarget.value })}
            />
          </>
        )}
        <div class="actions">
          <button type="button" class="plain" onClick={onDismiss}>
            {rating.later}
          </button>
          <button type="submit" class="primary" disabled={score === 0}>
            {rating.submit}
          </button>
        </div>
      </fieldset>
    </form>
  );
}

function Stars({ model, score }: { model: Model; score: number }) {
  const { rating } = useTexts();

  function choose({ form }: HTMLInputElement, chosen: number) {
    model.fillFields({ score: String(chosen) });
    // The form grows by a comment field.
    model.page.requestAnimationFrame(() => form?.scrollIntoView({ block: 'nearest' }));
  }

  return (
    <div class="stars">
      {rating.scores.map((label, index) => (
        <label key={label} class={index < score ? 'on' : ''} title={label}>
          <input
            type="radio"
            name="score"
            class="hidden"
            checked={score === index + 1}
            onChange={(event) => choose(event.currentTarget, index + 1)}
          />
          <span class="hidden">{label}</span>
          <Icon name="star" />
        </label>
      ))}
    </div>
  );
}
