import { useId, useState } from 'preact/hooks';
import type { Model } from '../model/model.ts';
import { NetworkLine } from '../ui/status-line.tsx';
import { useTexts } from '../ui/texts.ts';
import { useReadable } from '../ui/use-store.ts';
import { useConsent } from './consent.tsx';
import { Field, useLedFocus, useMistakes, usePerson } from './contact-fields.tsx';

/** Nobody is there: where can the answer go? */
export function AwayForm({ model }: { model: Model }) {
  const texts = useTexts();
  const id = useId();
  const { intro_form: intro } = model.config;
  const asked = { name: intro?.name ?? 'optional', email: 'required', phone: intro?.phone ?? 'hidden' } as const;
  const person = usePerson(model, asked);
  const { draft: message } = useReadable(model.panel);
  const consent = useConsent(model);
  const mistakes = useMistakes();
  const [isTried, setTried] = useState(false);
  const [isSending, setSending] = useState(false);
  useLedFocus(model);
  const lacksMessage = !message.trim();

  async function submit(event: Event) {
    event.preventDefault();
    if (isSending) return;
    setTried(true);
    const info = person.check();
    if (!consent.check() || !info || lacksMessage) return mistakes.show();
    setSending(true);
    // Closed and opened meanwhile, the form may have been changed or sent again.
    if ((await model.introduce(info)) && model.panel.state.draft === message) {
      model.say({ type: 'text', body: message.trim() });
      model.write('');
      model.notify(texts.away.thanks);
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
            onInput={(event) => model.write(event.currentTarget.value)}
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
      <NetworkLine model={model} cut={texts.network.unsent} />
    </div>
  );
}
