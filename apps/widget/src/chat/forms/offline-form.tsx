import { useId, useState } from 'preact/hooks';
import type { Model } from '../model/model.ts';
import { StatusLine } from '../ui/status-line.tsx';
import { useTexts } from '../ui/texts.ts';
import { useStore } from '../ui/use-store.ts';
import { useConsent, useMarketingConsent } from './consent.tsx';
import { Field, useContactFields, useErrorFocus, useInitialFocus } from './contact-fields.tsx';

/** While no agent is available: takes a message and an address for the answer. */
export function OfflineForm({ model }: { model: Model }) {
  const texts = useTexts();
  const id = useId();
  const { intro_form: intro } = model.config;
  const requirements = { name: intro?.name ?? 'optional', email: 'required', phone: intro?.phone ?? 'hidden' } as const;
  const contact = useContactFields(model, requirements);
  const { draft: message } = useStore(model.panel);
  const consent = useConsent(model);
  const marketing = useMarketingConsent(model);
  const errorFocus = useErrorFocus();
  const [isValidated, setValidated] = useState(false);
  const [isSending, setSending] = useState(false);
  useInitialFocus(model);
  const isMessageMissing = !message.trim();

  async function submit(event: Event) {
    event.preventDefault();
    if (isSending) return;
    setValidated(true);
    const info = contact.validate();
    if (!consent.validate() || !info || isMessageMissing) return errorFocus.focusError();
    setSending(true);
    // The form may have been closed and reopened meanwhile, and changed or sent again.
    if ((await model.submitContact({ ...info, ...marketing.info })) && model.panel.state.draft === message) {
      model.sendMessage({ type: 'text', body: message.trim() });
      model.saveDraft('');
      model.setNotice(texts.away.thanks);
    }
    setSending(false);
  }

  return (
    <div class="scroll">
      <form ref={errorFocus.form} class="card ask" noValidate onSubmit={submit}>
        <h3>{texts.away.title}</h3>
        <p class="lead">{model.config.mail_replies ? texts.away.leadWithMail : texts.away.lead}</p>
        {contact.names.map((name) => (
          <Field key={name} {...contact.propsOf(name)} isReadOnly={isSending} />
        ))}
        <div class="field">
          <label for={id}>{texts.form.message}</label>
          <textarea
            id={id}
            rows={4}
            maxLength={model.config.limits.message_characters}
            readOnly={isSending}
            value={message}
            aria-invalid={isValidated && isMessageMissing}
            aria-describedby={isValidated && isMessageMissing ? `${id}-mistake` : undefined}
            onInput={(event) => model.saveDraft(event.currentTarget.value)}
          />
          {isValidated && isMessageMissing && (
            <p class="mistake" id={`${id}-mistake`}>
              {texts.form.required}
            </p>
          )}
        </div>
        {consent.field}
        {marketing.field}
        <button type="submit" class="primary wide" aria-disabled={isSending}>
          {isSending ? texts.form.sending : texts.away.submit}
        </button>
      </form>
      <StatusLine model={model} offlineText={texts.network.unsent} />
    </div>
  );
}
