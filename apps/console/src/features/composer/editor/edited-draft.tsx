import { ActionIcon } from '@mantine/core';
import { IconSparkles, IconX } from '@tabler/icons-react';
import { useChatAiTexts } from '../../../locales/pages/chat-ai.ts';
import type { Draft } from '../draft/draft.ts';
import { useDraftState } from '../draft/use-draft.ts';
import styles from './edited-draft.module.css';

/** That the reply is an edited draft of the AI, which leaves the chat with it. */
export function EditedDraft({ draft }: { draft: Draft }) {
  const texts = useChatAiTexts();
  const isShown = useDraftState(draft, ({ mode, aiDraftId }) => mode === 'reply' && aiDraftId !== null);
  if (!isShown) return null;
  return (
    <p className={styles.edited}>
      <IconSparkles size={14} stroke={1.75} aria-hidden />
      {texts.editing}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="xs"
        aria-label={texts.stopEditing}
        title={texts.stopEditing}
        onClick={draft.disown}
      >
        <IconX size={12} stroke={2} aria-hidden />
      </ActionIcon>
    </p>
  );
}
