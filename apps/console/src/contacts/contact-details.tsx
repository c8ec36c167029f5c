import { useTexts } from '../locales/locale.tsx';
import { ContactAttributes } from './contact-attributes.tsx';
import { ContactChats } from './contact-chats.tsx';
import { ContactFields } from './contact-fields.tsx';
import type { Contact } from './contact-queries.ts';
import { ContactRatings } from './contact-ratings.tsx';
import { ContactTags } from './contact-tags.tsx';
import { CrmData, hasCrmData } from './crm-data.tsx';
import { CustomData } from './custom-data.tsx';
import { PaneSection } from './pane-section.tsx';

/** Everything that is known of a contact, from what is looked for most to what is looked for least. */
export function ContactDetails({ contact, except }: { contact: Contact; except?: number }) {
  const { contacts: texts } = useTexts();
  return (
    <>
      <ContactFields contact={contact} />
      <ContactTags contact={contact} />
      {contact.custom_data.length > 0 && (
        <PaneSection heading={texts.customData}>
          <CustomData fields={contact.custom_data} />
        </PaneSection>
      )}
      {hasCrmData(contact) && (
        <PaneSection heading={texts.crmData}>
          <CrmData contact={contact} />
        </PaneSection>
      )}
      <PaneSection heading={texts.attributes}>
        <ContactAttributes contact={contact} />
      </PaneSection>
      <PaneSection heading={texts.chats}>
        <ContactChats contact={contact} {...(except !== undefined && { except })} />
      </PaneSection>
      <PaneSection heading={texts.ratings}>
        <ContactRatings contact={contact} />
      </PaneSection>
    </>
  );
}
