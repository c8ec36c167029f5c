import { type ComboboxRenderPillInput, Pill, TagsInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { letters } from '../../../ui/keys/letters.ts';
import { type Contact, tagsQuery } from '../contact-queries.ts';
import { useContactUpdate } from '../use-contact-update.ts';
import styles from './contact-tags.module.css';

const MAX_TAGS = 100;

/** Tags, with suggestions from other contacts. */
export function ContactTags({ contact }: { contact: Contact }) {
  const { contacts: texts } = useTexts();
  const { data: known = [] } = useQuery(tagsQuery);
  const queryClient = useQueryClient();
  const explain = useExplain();
  const notify = useNotice();
  const change = useContactUpdate(contact);
  const { id, tags } = contact;

  const apply = async (next: string[]) => {
    const given = next.map((tag) => tag.trim()).filter((tag) => !/^\.{0,2}$/.test(tag));
    const added = given.filter((tag) => !tags.includes(tag));
    const removed = tags.filter((tag) => !given.includes(tag));
    const send = async () => {
      for (const tag of removed) await api.contacts.removeTag({ params: { id, tag } });
      if (added.length) return api.contacts.addTags({ params: { id }, body: { tags: added } });
      return api.contacts.read({ params: { id } });
    };
    if (!added.length && !removed.length) return;
    try {
      await change({ optimistic: { tags: [...new Set(given)] }, send });
      await queryClient.invalidateQueries(tagsQuery);
    } catch (error) {
      notify({ kind: 'failed', text: explain(error) });
    }
  };

  const drawTag = ({ value = '', onRemove }: ComboboxRenderPillInput) => (
    <Pill
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{ 'aria-label': texts.removeTag(value), 'aria-hidden': false, tabIndex: 0 }}
      className={styles.tag ?? ''}
    >
      {value}
    </Pill>
  );

  return (
    <TagsInput
      label={texts.tags}
      aria-keyshortcuts={letters.tag}
      placeholder={tags.length ? '' : texts.addTag}
      data={known}
      value={tags}
      onChange={(next) => void apply(next)}
      isDuplicate={(tag, present) => present.includes(tag)}
      maxTags={MAX_TAGS}
      maxLength={64}
      renderPill={drawTag}
      classNames={{ root: styles.field ?? '', label: styles.label ?? '', input: styles.input ?? '' }}
    />
  );
}
