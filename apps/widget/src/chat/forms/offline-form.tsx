import { useId, useState } from 'preact/hooks';
import type { Model } from '../model/model.ts';
import { StatusLine } from '../ui/status-line.tsx';
import { useTexts } from '../ui/texts.ts';
import { useStore } from '../ui/use-store.ts';
import { useConsent } from './consent.tsx';
import { Field, useContactFields, useInitialFocus, useMistakes } from './contact-fields.tsx';

/** Nobody is there: where can the answer go? */
export function OfflineForm({ model }: { model: Model }) {
  const texts = useTexts();
  const id = useId();
  const { intro_form: intro } = model.config;
  const asked = { name: intro?.name ?? 'optional', email: 'required', phone: intro?.phone ?? 'hidden' } as const;
  const person = useContactFields(model, asked);
  const { draft: message } = useStore(model.panel);
  const consent = useConsent(model);
  const mistakes = useMistakes();
  const [isTried, setTried] = useState(false);
  const [isSending, setSending] = useState(false);
  useInitialFocus(model);
  const lacksMessage = !message.trim();

  async function submit(event: Event) {
    event.preventDefault();
    if (isSending) return;
    setTried(true);
    const info = person.check();
    if (!consent.check() || !info || lacksMessage) return mistakes.show();
    setSending(true);
    // Closed and opened meanwhile, the form may have been changed or sent again.
    if ((await model.submitContact(info)) && model.panel.state.draft === message) {
      model.sendMessage({ type: 'text', body: message.trim() });
      model.saveDraft('');
      model.setNotice(texts.away.thanks);
    }
    setSending(false);
  }

  return (
    <div class="scroll">
      <form ref={mistakes.form} class="card ask" noValidate onSubmit={submit}>
        <h3>{texts.away.title}</h3>
        <p class="lead">{texts.away.lead}</p>
        {person.shown.map((name) => (
          <Field key={name} {...person.propsOf(name)} isReadOnly={isSending} />
        ))}
        <div class="field">
          <label for={id}>{texts.form.message}</label>
          <textarea
            id={id}
            rows={4}
            maxLength={model.config.limits.message_characters}
            readOnly={isSending}
            value={message}
            aria-invalid={isTried && lacksMessage}
            aria-describedby={isTried && lacksMessage ? `${id}-mistake` : undefined}
            onInput={(event) => model.saveDraft(event.currentTarget.value)}
          />
          {isTried && lacksMessage && (
            <p class="mistake" id={`${id}-mistake`}>
              {texts.form.required}
            </p>
          )}
        </div>
        {consent.field}
        <button type="submit" class="primary wide" aria-disabled={isSending}>
          {isSending ? texts.form.sending : texts.away.submit}
        </button>
      </form>
      <StatusLine model={model} cut={texts.network.unsent} />
    </div>
  );
}
