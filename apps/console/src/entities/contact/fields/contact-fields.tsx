import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { EditableField } from '../../../ui/controls/editable-field.tsx';
import { checkEmail } from '../../../ui/form/emails.ts';
import type { Contact } from '../contact-queries.ts';
import { useContactUpdate } from '../use-contact-update.ts';
import { EmailConsent } from './email-consent.tsx';

type Field = 'name' | 'email' | 'phone' | 'description';

/** Fields with inline editing. */
export function ContactFields({ contact }: { contact: Contact }) {
  const allTexts = useTexts();
  const { contacts: texts } = allTexts;
  const change = useContactUpdate(contact);
  const { id } = contact;
  const bind = (field: Field) => ({
    label: texts.fields[field],
    placeholder: texts.placeholders[field],
    value: contact[field] ?? '',
    save: (text: string) => {
      const body = { [field]: text || null };
      return change({ optimistic: body, send: () => api.contacts.update({ params: { id }, body }) });
    },
  });
  return (
    <div>
      <EditableField {...bind('name')} maxLength={255} />
      <EditableField
        {...bind('email')}
        type="email"
        maxLength={254}
        check={(text) => (text ? checkEmail(text, allTexts) : undefined)}
      />
      <EmailConsent contact={contact} />
      <EditableField {...bind('phone')} type="tel" maxLength={64} />
      <EditableField {...bind('description')} isLong maxLength={10_000} />
    </div>
  );
}
