import { api } from '../api.ts';
import { useTexts } from '../locales/locale.tsx';
import type { Contact } from './contact-queries.ts';
import { EditableField } from './editable-field.tsx';
import { useContactChange } from './use-contact-change.ts';

type Field = 'name' | 'email' | 'phone' | 'description';

const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/;

/** What people say of themselves, each edited where it stands. */
export function ContactFields({ contact }: { contact: Contact }) {
  const { contacts: texts } = useTexts();
  const change = useContactChange(contact);
  const { id } = contact;
  const bind = (field: Field) => ({
    label: texts.fields[field],
    placeholder: texts.placeholders[field],
    value: contact[field] ?? '',
    save: (text: string) => {
      const body = { [field]: text || null };
      return change({ shown: body, send: () => api.contacts.update({ params: { id }, body }) });
    },
  });
  const checkEmail = (text: string) => (text && !EMAIL.test(text) ? texts.emailWrong : undefined);
  return (
    <div>
      <EditableField {...bind('name')} maxLength={255} />
      <EditableField {...bind('email')} type="email" maxLength={254} check={checkEmail} />
      <EditableField {...bind('phone')} type="tel" maxLength={64} />
      <EditableField {...bind('description')} isLong maxLength={10_000} />
    </div>
  );
}
