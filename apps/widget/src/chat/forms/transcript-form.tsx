import { useLayoutEffect, useState } from 'preact/hooks';
import type { Model } from '../model/model.ts';
import type { RequestError } from '../model/server-api.ts';
import { useTexts } from '../ui/texts.ts';
import { Field, useContactFields, useErrorFocus } from './contact-fields.tsx';

const REQUIREMENTS = { name: 'hidden', email: 'required', phone: 'hidden' } as const;

/** Asks where to e-mail the transcript. */
export function TranscriptForm({ model, onClose }: { model: Model; onClose(): void }) {
  const texts = useTexts();
  const contact = useContactFields(model, REQUIREMENTS);
  const errorFocus = useErrorFocus();
  const [sentTo, setSentTo] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  useLayoutEffect(() => {
    errorFocus.form.current?.querySelector<HTMLElement>(sentTo ? 'button' : 'input')?.focus();
  }, [sentTo]);

  async function submit(event: Event) {
    event.preventDefault();
    if (isSending) return;
    const { email } = contact.validate() ?? {};
    if (!email) return errorFocus.focusError();
    setFailure(undefined);
    setSending(true);
    await model.api.emailTranscript(email).then(
      () => setSentTo(email),
      ({ status }: RequestError) => setFailure(status === 429 ? texts.transcript.enough : texts.network.problem),
    );
    setSending(false);
  }

  return (
    <div class="cover">
      <form ref={errorFocus.form} class="card ask" noValidate onSubmit={submit}>
        <h2>{texts.transcript.title}</h2>
        <p class="lead" role="status">
          {sentTo ? texts.transcript.done(sentTo) : texts.transcript.lead}
        </p>
        {!sentTo && <Field {...contact.propsOf('email')} />}
        {failure && (
          <p class="mistake" role="alert">
            {failure}
          </p>
        )}
        <div class="actions">
          <button type="button" class="plain" onClick={onClose}>
            {sentTo ? texts.done : texts.cancel}
          </button>
          {!sentTo && (
            <button type="submit" class="primary" aria-disabled={isSending}>
              {isSending ? texts.form.sending : texts.transcript.submit}
            </button>
          )}
        </div>
      </form>
    </div>
  );
}
