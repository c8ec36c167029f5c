import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { namelessOf, nameOf } from '../../../../entities/contact/contact-name.ts';
import { contactsQuery } from '../../../../entities/contact/contact-queries.ts';
import { useTexts } from '../../../../locales/locale.tsx';
import { useSendComposerTexts } from '../../../../locales/pages/send-composer.ts';

const TYPING_MS = 250;

interface Sample {
  contact_id: string;
  contact_name: string | null;
}

interface PreviewAsProps {
  /** Contacts that would get it. */
  samples: Sample[];
  /** Null shows the first of them. */
  contactId: string | null;
  onChoose: (contactId: string | null) => void;
  className?: string | undefined;
}

/** Whose eyes the preview is seen with: one of the recipients, or any other contact that is searched for. */
export function PreviewAs({ samples, contactId, onChoose, className }: PreviewAsProps) {
  const all = useTexts();
  const texts = useSendComposerTexts();
  const [sought, setSought] = useState('');
  const [known, setKnown] = useState<Sample[]>([]);
  const [typed] = useDebouncedValue(sought.trim(), TYPING_MS);
  const labelOf = ({ contact_id, contact_name }: Sample) => contact_name ?? namelessOf(contact_id, all);
  const shown = [...samples, ...known].find(({ contact_id }) => contact_id === (contactId ?? samples[0]?.contact_id));
  const isSearching = typed !== '' && typed !== (shown && labelOf(shown));
  const { data } = useInfiniteQuery({
    ...contactsQuery(isSearching ? { query: typed } : {}),
    placeholderData: keepPreviousData,
  });
  const found = (data?.pages[0]?.data ?? []).map((contact) => ({
    contact_id: contact.id,
    contact_name: nameOf(contact, all),
  }));
  const offered = unique([...(shown ? [shown] : []), ...(isSearching ? [] : samples), ...found]);
  return (
    <Select
      aria-label={texts.previewAs}
      size="xs"
      {...(className && { className })}
      data={offered.map((each) => ({ value: each.contact_id, label: labelOf(each) }))}
      value={shown?.contact_id ?? null}
      placeholder={texts.previewAs}
      searchable
      searchValue={sought}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onSearchChange={setSought}
      // The server has searched, also where the name doesn't say it.
      filter={({ options }) => options}
      nothingFoundMessage={all.contacts.nobodyFits}
      onChange={(id) => {
        setKnown(offered);
        onChoose(id);
      }}
      allowDeselect={false}
    />
  );
}

const unique = (samples: Sample[]) =>
  samples.filter(({ contact_id }, at) => samples.findIndex((each) => each.contact_id === contact_id) === at);
