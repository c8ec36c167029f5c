import { isManager, useSession } from '../../../data/session.ts';
import type { Contact } from '../../../entities/contact/contact-queries.ts';
import { ContactAttributes } from '../../../entities/contact/fields/contact-attributes.tsx';
import { ContactFields } from '../../../entities/contact/fields/contact-fields.tsx';
import { ContactTags } from '../../../entities/contact/fields/contact-tags.tsx';
import { CrmData, hasCrmData } from '../../../entities/contact/fields/crm-data.tsx';
import { CustomData } from '../../../entities/contact/fields/custom-data.tsx';
import { ContactChats } from '../../../entities/contact/history/contact-chats.tsx';
import { ContactRatings } from '../../../entities/contact/history/contact-ratings.tsx';
import { useTexts } from '../../../locales/locale.tsx';
import { PaneSection } from './pane-section.tsx';

/** Details by how often they are needed. */
export function ContactDetails({ contact, except }: { contact: Contact; except?: number }) {
  const { contacts: texts } = useTexts();
  const canReadRatings = isManager(useSession());
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
      {canReadRatings && (
        <PaneSection heading={texts.ratings}>
          <ContactRatings contact={contact} />
        </PaneSection>
      )}
    </>
  );
}
