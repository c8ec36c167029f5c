import type { WidgetConfig } from '@parley/contract';
import { useState } from 'preact/hooks';
import type { Model } from '../model/model.ts';
import { useTexts } from '../ui/texts.ts';
import { useConsent } from './consent.tsx';
import { Field, useContactFields, useInitialFocus, useMistakes } from './contact-fields.tsx';

/** Asked once, before the first message. */
export function IntroForm({ model, form }: { model: Model; form: NonNullable<WidgetConfig['intro_form']> }) {
  const texts = useTexts();
  const person = useContactFields(model, form);
  const consent = useConsent(model);
  const mistakes = useMistakes();
  const [isSending, setSending] = useState(false);
  useInitialFocus(model);

  async function submit(event: Event) {
    event.preventDefault();
    if (isSending) return;
    const info = person.check();
    if (!consent.check() || !info) return mistakes.show();
    setSending(true);
    await model.submitContact(info);
    setSending(false);
  }

  return (
    <form ref={mistakes.form} class="card ask" noValidate onSubmit={submit}>
      <h3>{texts.intro.title}</h3>
      <p class="lead">{texts.intro.lead}</p>
      {person.shown.map((name) => (
        <Field key={name} {...person.propsOf(name)} isReadOnly={isSending} />
      ))}
      {consent.field}
      <button type="submit" class="primary wide" aria-disabled={isSending}>
        {isSending ? texts.form.sending : texts.intro.submit}
      </button>
    </form>
  );
}
