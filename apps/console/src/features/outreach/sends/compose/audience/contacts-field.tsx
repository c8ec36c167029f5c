import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { nameOf } from '../../../../../entities/contact/contact-name.ts';
import { contactQuery, contactsQuery } from '../../../../../entities/contact/contact-queries.ts';
import { useTexts } from '../../../../../locales/locale.tsx';
import { useSendComposerTexts } from '../../../../../locales/pages/send-composer.ts';
import type { FieldsProps } from '../draft/fields-props.ts';

const MOST = 1_000;
/** Names of more are not looked up. */
const NAMED = 50;
const TYPING_MS = 250;

/** Single contacts by name. */
export function ContactsField({ draft: { contactIds }, errors, change }: FieldsProps) {
  const texts = useSendComposerTexts();
  const all = useTexts();
  const [sought, setSought] = useState('');
  const [typed] = useDebouncedValue(sought.trim(), TYPING_MS);
  const { data } = useInfiniteQuery({
    ...contactsQuery(typed ? { query: typed } : {}),
    placeholderData: keepPreviousData,
  });
  const found = data?.pages.flatMap((page) => page.data) ?? [];
  const missing = contactIds.filter((id) => !found.some((each) => each.id === id)).slice(0, NAMED);
  const chosen = useQueries({ queries: missing.map((id) => contactQuery(id)) });
  const known = [...found, ...chosen.flatMap((query) => query.data ?? [])];
  const unnamed = contactIds.filter((id) => !known.some((each) => each.id === id));
  return (
    <MultiSelect
      aria-label={texts.conditions.contactIds}
      placeholder={contactIds.length ? '' : all.contacts.search}
      data={[
        ...known.map((contact) => ({ value: contact.id, label: nameOf(contact, all) })),
        ...unnamed.map((id) => ({ value: id, label: id })),
      ]}
      value={contactIds}
      error={errors.contactIds}
      onChange={(ids) => change({ contactIds: ids })}
      searchValue={sought}
      onSearchChange={setSought}
      // The server has searched, also where the name doesn't say it.
      filter={({ options }) => options}
      maxValues={MOST}
      searchable
      hidePickedOptions
      nothingFoundMessage={all.contacts.nobodyFits}
    />
  );
}
