import type { Chat } from '@parley/live';
import { isManager, useSession } from '../../data/session.ts';
import type { Contact } from '../../entities/contact/contact-queries.ts';
import { ContactAttributes } from '../../entities/contact/fields/contact-attributes.tsx';
import { ContactFields } from '../../entities/contact/fields/contact-fields.tsx';
import { ContactTags } from '../../entities/contact/fields/contact-tags.tsx';
import { CrmData, hasCrmData } from '../../entities/contact/fields/crm-data.tsx';
import { CustomData } from '../../entities/contact/fields/custom-data.tsx';
import { ContactChats } from '../../entities/contact/history/contact-chats.tsx';
import { ContactRatings } from '../../entities/contact/history/contact-ratings.tsx';
import { ChatOrigin } from './chat-origin.tsx';
import { PanelSection } from './panel-section.tsx';
import { VisitFacts } from './visit-facts.tsx';

/** Sections by how often they are needed. */
export function PanelSections({ chat, contact }: { chat: Chat; contact: Contact }) {
  const canReadRatings = isManager(useSession());
  return (
    <>
      <PanelSection name="details">
        <ContactFields contact={contact} />
        <ContactTags contact={contact} />
      </PanelSection>
      {contact.custom_data.length > 0 && (
        <PanelSection name="customData">
          <CustomData fields={contact.custom_data} />
        </PanelSection>
      )}
      {hasCrmData(contact) && (
        <PanelSection name="crmData">
          <CrmData contact={contact} />
        </PanelSection>
      )}
      <PanelSection name="visit">
        <VisitFacts chat={chat} contact={contact} />
      </PanelSection>
      <PanelSection name="origin">
        <ChatOrigin chat={chat} />
      </PanelSection>
      <PanelSection name="attributes">
        <ContactAttributes contact={contact} />
      </PanelSection>
      <PanelSection name="chats">
        <ContactChats contact={contact} except={chat.id} />
      </PanelSection>
      {canReadRatings && (
        <PanelSection name="ratings">
          <ContactRatings contact={contact} />
        </PanelSection>
      )}
    </>
  );
}
