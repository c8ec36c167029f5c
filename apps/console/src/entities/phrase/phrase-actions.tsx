import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTexts } from '../../locales/locale.tsx';
import type { Phrase } from './phrases.ts';
import { useRemovePhrase } from './use-remove-phrase.ts';

/** Buttons to edit or delete a phrase. */
export function PhraseActions({ phrase, onEdit }: { phrase: Phrase; onEdit: () => void }) {
  const { composer: texts } = useTexts();
  const remove = useRemovePhrase();
  return (
    <>
      <Tooltip label={texts.edit}>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.editPhrase(phrase.name)} onClick={onEdit}>
          <IconPencil size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={texts.remove}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.removePhrase(phrase.name)}
          onClick={() => remove(phrase)}
        >
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
