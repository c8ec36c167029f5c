import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { nameOf } from '../contact-name.ts';
import { type Contact, cacheContact, forgetContact } from '../contact-queries.ts';

/** Merges other contacts into this one. */
export function useMerge(contact: Contact) {
  const texts = useTexts();
  const notify = useNotice();
  const queryClient = useQueryClient();
  return {
    merge: ({ id: contact_id }: Pick<Contact, 'id'>) =>
      api.contacts.merge({ params: { id: contact.id }, body: { contact_id } }),
    /** Shows that it was done. */
    finish: async (merged: Contact, { id }: Pick<Contact, 'id'>) => {
      notify({ kind: 'done', text: texts.contacts.merged(nameOf(contact, texts)) });
      cacheContact(queryClient, merged);
      const contact_id = merged.id;
      await Promise.all([
        forgetContact(queryClient, id),
        queryClient.invalidateQueries({ queryKey: ['chats', { contact_id }] }),
        queryClient.invalidateQueries({ queryKey: ['ratings', { contact_id }] }),
        queryClient.invalidateQueries({ queryKey: ['same-number'] }),
      ]);
    },
  };
}
