import { Anchor } from '@mantine/core';
import { useTexts } from '../../../locales/locale.tsx';
import type { Contact } from '../contact-queries.ts';
import { CustomData } from './custom-data.tsx';

export const hasCrmData = ({ crm_data, crm_link }: Contact) => crm_data.length > 0 || crm_link !== null;

/** Data of the CRM, with a link to its record. */
export function CrmData({ contact: { crm_data, crm_link } }: { contact: Contact }) {
  const { contacts: texts } = useTexts();
  return (
    <>
      <CustomData fields={crm_data} />
      {crm_link !== null && /^https?:\/\//i.test(crm_link) && (
        <Anchor href={crm_link} target="_blank" rel="noopener noreferrer" size="sm">
          {texts.openCrm}
        </Anchor>
      )}
    </>
  );
}
