import { Button, Group, Stack, Text } from '@mantine/core';
import { useAiAssistantsTexts } from '../../../locales/pages/ai-assistants.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import type { Assistant } from '../model/ai-queries.ts';
import { TextDiff } from '../parts/text-diff/text-diff.tsx';
import type { AssistantValues } from './assistant-values.ts';
import styles from './review-dialog.module.css';

interface ReviewDialogProps {
  assistant: Assistant;
  draft: AssistantValues;
  isOpen: boolean;
  isPending: boolean;
  failure: string | undefined;
  onSave: () => void;
  onClose: () => void;
}

/** What differs from the saved version, before it is replaced in open chats. */
export function ReviewDialog({ assistant, draft, isOpen, isPending, failure, onSave, onClose }: ReviewDialogProps) {
  const texts = useAiAssistantsTexts();
  return (
    <Dialog title={texts.reviewTitle} isOpen={isOpen} onClose={onClose} isWide>
      {isOpen && (
        <Stack gap="md">
          <Text c="dimmed">{texts.reviewLead(assistant.persona_version + 1)}</Text>
          <Changes name={texts.persona} before={assistant.persona ?? ''} after={draft.persona} />
          <Changes name={texts.prompt} before={assistant.system_prompt ?? ''} after={draft.system_prompt} />
          <FormFailure>{failure}</FormFailure>
          <Group gap="xs" justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.back}
            </Button>
            <Button aria-busy={isPending} onClick={() => isPending || onSave()} data-autofocus>
              {texts.reviewSave}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

function Changes({ name, before, after }: { name: string; before: string; after: string }) {
  if (before === after) return null;
  return (
    <section aria-label={name}>
      <h3 className={styles.name}>{name}</h3>
      <TextDiff before={before} after={after} />
    </section>
  );
}
