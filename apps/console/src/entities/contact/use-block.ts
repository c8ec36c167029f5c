import { api } from '../../data/api.ts';
import { useTexts } from '../../locales/locale.tsx';
import { useExplain } from '../../ui/feedback/explain.ts';
import { useNotice } from '../../ui/feedback/notice.tsx';
import type { Contact } from './contact-queries.ts';
import { useContactUpdate } from './use-contact-update.ts';

/** Blocks and unblocks a contact. Blocking offers undo. */
export function useBlock(contact: Pick<Contact, 'id'>) {
  const { contacts: texts } = useTexts();
  const explain = useExplain();
  const notify = useNotice();
  const change = useContactUpdate(contact);
  const params = { id: contact.id };
  const fail = (error: unknown) => notify({ kind: 'failed', text: explain(error) });
  const unblock = () => {
    change({ optimistic: { blocked_at: null }, send: () => api.contacts.unblock({ params }) }).catch(fail);
  };
  const block = () => {
    const optimistic = { blocked_at: new Date().toISOString() };
    const action = { label: texts.undo, run: unblock };
    change({ optimistic, send: () => api.contacts.block({ params }) })
      .then(() => notify({ kind: 'done', text: texts.wasBlocked, action }))
      .catch(fail);
  };
  return { block, unblock };
}
