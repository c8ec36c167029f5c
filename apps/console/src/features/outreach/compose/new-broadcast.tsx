import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { api } from '../../../data/api.ts';
import { useSession } from '../../../data/session.ts';
import { useBroadcastComposerTexts } from '../../../locales/pages/broadcast-composer.ts';
import { useBroadcastsTexts } from '../../../locales/pages/broadcasts.ts';
import { BackLink } from '../../../ui/controls/back-link.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { type Broadcast, useCacheBroadcast } from '../model/broadcast-queries.ts';
import { ComposeBar } from './compose-bar.tsx';
import { Composer } from './composer.tsx';
import { useDraftCheck, useDraftRefusal } from './draft/draft-errors.ts';
import { type DraftValues, emptyValues, settingsOf } from './draft/draft-values.ts';

/** Writes a broadcast and saves it as a draft, from which it is started. */
export function NewBroadcast() {
  const texts = useBroadcastComposerTexts();
  const { title } = useBroadcastsTexts();
  const { account, agent } = useSession();
  const check = useDraftCheck();
  const refusalOf = useDraftRefusal();
  const intent = useRef<'save' | 'start'>('save');
  const open = useOpenSaved();
  const state = useDraft<DraftValues, Broadcast>({
    saved: { ...emptyValues, agentId: agent.id },
    validate: (draft) => check(draft, intent.current === 'start'),
    send: (_, draft) =>
      api.broadcasts.create({
        body: { channel: draft.channel, name: draft.name.trim(), settings: settingsOf(draft, account.timezone) },
      }),
    onSaved: (broadcast) => open(broadcast, intent.current),
    toErrors: refusalOf,
  });
  return (
    <Screen isWide>
      <BackLink to="/outreach/broadcasts">{title}</BackLink>
      <PageHeading title={texts.newHeading} lead={texts.newLead} />
      <Composer state={state}>
        <ComposeBar
          state={state}
          startLabel={texts.goOn}
          onIntent={(chosen) => {
            intent.current = chosen;
          }}
        />
      </Composer>
    </Screen>
  );
}

/** Goes to the page of a draft that was just stored. */
function useOpenSaved() {
  const texts = useBroadcastComposerTexts();
  const navigate = useNavigate();
  const notify = useNotice();
  const cache = useCacheBroadcast();
  return async (broadcast: Broadcast, intent: 'save' | 'start') => {
    await cache(broadcast);
    await navigate({
      to: '/outreach/broadcasts/$id',
      params: { id: broadcast.id },
      search: intent === 'start' ? { start: true } : {},
      replace: true,
      ignoreBlocker: true,
    });
    if (intent === 'save') notify({ kind: 'done', text: texts.saved });
  };
}
