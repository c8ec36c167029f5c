import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../../data/session.ts';
import { useProfileUpdate } from '../../../entities/agent/use-profile-update.ts';
import type { InboxSearch } from '../../../entities/chat/inbox-search.ts';
import { useSavedViewsTexts } from '../../../locales/pages/saved-views.ts';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { findOpenView, type SavedView, toSavedView } from './saved-view.ts';
import { SavedViewsList } from './saved-views-list.tsx';

interface SavedViewsDialogProps {
  search: InboxSearch;
  onClose(): void;
}

const MAX_VIEWS = 50;

/** Saves the current filters under a name; renames, orders and removes saved views. */
export function SavedViewsDialog({ search, onClose }: SavedViewsDialogProps) {
  const texts = useSavedViewsTexts();
  const { saved_views: views } = useSession().agent.preferences;
  const update = useProfileUpdate();
  const save = (saved_views: SavedView[]) => update({ preferences: { saved_views } });
  const open = findOpenView(views, search);
  const add = (name: string) => {
    save([...views, toSavedView(name, search)]);
    onClose();
  };
  return (
    <Dialog title={texts.heading} isOpen onClose={onClose}>
      <Stack gap="lg">
        {open ? (
          <Text c="dimmed">{texts.isSaved(open.name)}</Text>
        ) : views.length < MAX_VIEWS ? (
          <NewView views={views} onSave={add} />
        ) : (
          <Text c="dimmed">{texts.full(MAX_VIEWS)}</Text>
        )}
        {views.length > 0 && <SavedViewsList views={views} onChange={save} />}
      </Stack>
    </Dialog>
  );
}

function NewView({ views, onSave }: { views: SavedView[]; onSave(name: string): void }) {
  const texts = useSavedViewsTexts();
  const [text, setText] = useState('');
  const name = text.trim();
  const isTaken = views.some((view) => view.name === name);
  const canSave = name !== '' && !isTaken;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) onSave(name);
      }}
    >
      <Group align="start" wrap="nowrap" gap="xs">
        <TextInput
          data-autofocus
          flex={1}
          label={texts.name}
          description={texts.lead}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={isTaken && texts.isTaken}
          maxLength={60}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" mt={24} disabled={!canSave}>
          {texts.save}
        </Button>
      </Group>
    </form>
  );
}
