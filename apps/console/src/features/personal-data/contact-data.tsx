import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../data/api.ts';
import { EraseContact } from '../../entities/contact/actions/erase-contact.tsx';
import { nameOf } from '../../entities/contact/contact-name.ts';
import type { Contact } from '../../entities/contact/contact-queries.ts';
import { useTexts } from '../../locales/locale.tsx';
import { usePersonalDataTexts } from '../../locales/pages/personal-data.ts';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { DetailRow } from '../../ui/layout/detail-row.tsx';
import { Rows } from '../../ui/layout/rows.tsx';

const SHOWN = 5;

/** Finds a contact, to export or erase everything about them. */
export function ContactData() {
  const texts = usePersonalDataTexts();
  const [query, setQuery] = useState('');
  const [erased, setErased] = useState<Contact>();
  const found = useQuery({
    queryKey: ['contacts', 'personal-data', query],
    queryFn: () => api.contacts.list({ query: { query, limit: SHOWN } }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="sm">
      <SearchField label={texts.search} query={query} onSearch={setQuery} />
      {query !== '' && (
        <Loaded query={found} failure={texts.contactsFailed} skeleton={<Skeleton height={64} radius="lg" aria-busy />}>
          {({ data, next_cursor }) => (
            <>
              <Found contacts={data} onErase={setErased} />
              {next_cursor && <Text c="dimmed">{texts.more}</Text>}
            </>
          )}
        </Loaded>
      )}
      {erased && (
        <EraseContact
          contact={erased}
          isOpen
          onClose={() => setErased(undefined)}
          onGone={() => {
            setErased(undefined);
            void found.refetch();
          }}
        />
      )}
    </Stack>
  );
}

function Found({ contacts, onErase }: { contacts: Contact[]; onErase: (contact: Contact) => void }) {
  const texts = usePersonalDataTexts();
  const common = useTexts();
  if (!contacts.length) {
    return (
      <EmptyState icon={IconUserSearch} heading={texts.noMatches}>
        {texts.noMatchesLead}
      </EmptyState>
    );
  }
  return (
    <Rows label={texts.found}>
      {contacts.map((contact) => {
        const name = nameOf(contact, common);
        const facts = [contact.email, contact.phone].filter(Boolean).join(' · ');
        return (
          <DetailRow key={contact.id} name={name} facts={facts}>
            <Button
              component="a"
              href={`/api/v1/contacts/${contact.id}/export`}
              download
              variant="default"
              size="xs"
              aria-label={texts.exportOf(name)}
            >
              {texts.export}
            </Button>
            <Button variant="default" size="xs" aria-label={texts.eraseOf(name)} onClick={() => onErase(contact)}>
              {texts.erase}
            </Button>
          </DetailRow>
        );
      })}
    </Rows>
  );
}
