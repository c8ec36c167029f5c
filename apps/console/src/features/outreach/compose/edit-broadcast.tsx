import { ActionIcon, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconTrash } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api } from '../../../data/api.ts';
import { useSession } from '../../../data/session.ts';
import { useBroadcastComposerTexts } from '../../../locales/pages/broadcast-composer.ts';
import { useBroadcastsTexts } from '../../../locales/pages/broadcasts.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { When } from '../../../ui/time/when.tsx';
import { type Broadcast, useCacheBroadcast } from '../model/broadcast-queries.ts';
import { BroadcastStatus } from '../parts/broadcast-status.tsx';
import { DeleteBroadcast } from '../parts/delete-broadcast.tsx';
import { useCopyBroadcast } from '../parts/use-copy-broadcast.ts';
import { ComposeBar } from './compose-bar.tsx';
import { Composer } from './composer.tsx';
import { useDraftCheck, useDraftRefusal } from './draft/draft-errors.ts';
import { type DraftValues, patchOf, settingsOf, valuesOf } from './draft/draft-values.ts';
import { StartDialog } from './start-dialog.tsx';

/** A saved draft, with its start. */
export function EditBroadcast({ broadcast }: { broadcast: Broadcast }) {
  const texts = useBroadcastComposerTexts();
  const { isAsking, ask, close } = useStartQuestion();
  const refusalOf = useDraftRefusal();
  const intent = useRef<'save' | 'start'>('save');
  const state = useSavedDraft(broadcast, { intent, onStart: ask });
  const refuse = (error: unknown) => {
    const errors = refusalOf(error);
    if (errors) state.showErrors(errors);
    return errors !== undefined;
  };
  return (
    <>
      <PageHeading
        title={broadcast.name}
        lead={<BroadcastStatus broadcast={broadcast} />}
        actions={<DraftActions broadcast={broadcast} />}
      />
      <Composer state={state} isSaved>
        <ComposeBar
          state={state}
          startLabel={state.draft.sendAt ? texts.scheduleStart : texts.start}
          onIntent={(chosen) => {
            intent.current = chosen;
          }}
        >
          {texts.savedAt} <When at={broadcast.updated_at} />
        </ComposeBar>
      </Composer>
      <StartDialog broadcast={broadcast} isOpen={isAsking} onClose={close} onRefused={refuse} />
    </>
  );
}

interface Intents {
  intent: { current: 'save' | 'start' };
  onStart: () => void;
}

function useSavedDraft(broadcast: Broadcast, { intent, onStart }: Intents) {
  const texts = useBroadcastComposerTexts();
  const { timezone } = useSession().account;
  const notify = useNotice();
  const check = useDraftCheck();
  const refusalOf = useDraftRefusal();
  const cache = useCacheBroadcast();
  return useDraft<DraftValues, Broadcast>({
    saved: valuesOf(broadcast, timezone),
    validate: (draft) => check(draft, intent.current === 'start'),
    send: (changes, draft) =>
      Object.keys(changes).length
        ? api.broadcasts.update({
            params: { id: broadcast.id },
            body: { name: draft.name.trim(), settings: patchOf(settingsOf(draft, timezone)) },
          })
        : Promise.resolve(broadcast),
    onSaved: async (saved) => {
      await cache(saved);
      if (intent.current === 'start') onStart();
      else notify({ kind: 'done', text: texts.saved });
    },
    toErrors: refusalOf,
  });
}

/** The question may be in the address: a new broadcast comes with it. */
function useStartQuestion() {
  const { start = false } = useSearch({ from: '/shell/outreach/broadcasts/$id' });
  const navigate = useNavigate({ from: '/outreach/broadcasts/$id' });
  const show = (search: { start?: true }) => void navigate({ search, replace: true, ignoreBlocker: true });
  return { isAsking: start, ask: () => show({ start: true }), close: () => show({}) };
}

function DraftActions({ broadcast }: { broadcast: Broadcast }) {
  const texts = useBroadcastsTexts();
  const copy = useCopyBroadcast(broadcast);
  const [isDeleting, setDeleting] = useState(false);
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true };
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={texts.more}>
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopy {...icon} />} onClick={copy.run}>
            {texts.copy}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => setDeleting(true)}>
            {texts.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteBroadcast broadcast={broadcast} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </>
  );
}
