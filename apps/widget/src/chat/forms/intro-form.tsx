import type { WidgetConfig } from '@parley/contract';
import { useState } from 'preact/hooks';
import type { Model } from '../model/model.ts';
import { useTexts } from '../ui/texts.ts';
import { useConsent, useMarketingConsent } from './consent.tsx';
import { Field, useContactFields, useErrorFocus, useInitialFocus } from './contact-fields.tsx';

/** Shown once, before the first message. */
export function IntroForm({ model, form }: { model: Model; form: NonNullable<WidgetConfig['intro_form']> }) {
  const texts = useTexts();
  const contact = useContactFields(model, form);
  const consent = useConsent(model);
  const marketing = useMarketingConsent(model);
  const errorFocus = useErrorFocus();
  const [isSending, setSending] = useState(false);
  useInitialFocus(model);

  async function submit(event: Event) {
    event.preventDefault();
    if (isSending) return;
    const info = contact.validate();
    if (!consent.validate() || !info) return errorFocus.focusError();
    setSending(true);
    await model.submitContact({ ...info, ...marketing.info });
    setSending(false);
  }

  return (
    <form ref={errorFocus.form} class="card ask" noValidate onSubmit={submit}>
      <h3>{texts.intro.title}</h3>
      <p class="lead">{texts.intro.lead}</p>
      {contact.names.map((name) => (
        <Field key={name} {...contact.propsOf(name)} isReadOnly={isSending} />
      ))}
      {consent.field}
      {form.email !== 'hidden' && marketing.field}
      <button type="submit" class="primary wide" aria-disabled={isSending}>
        {isSending ? texts.form.sending : texts.intro.submit}
      </button>
    </form>
  );
}
