import { useRef } from 'react';
import { api } from '../../../../data/api.ts';
import { useSession } from '../../../../data/session.ts';
import { useBroadcastComposerTexts } from '../../../../locales/pages/broadcast-composer.ts';
import { useBroadcastsTexts } from '../../../../locales/pages/broadcasts.ts';
import { useSendComposerTexts } from '../../../../locales/pages/send-composer.ts';
import { BackLink } from '../../../../ui/controls/back-link.tsx';
import { useDraft } from '../../../../ui/form/use-draft.ts';
import { PageHeading } from '../../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../../ui/layout/screen.tsx';
import { ComposeBar, type Intent } from '../../sends/compose/compose-bar.tsx';
import { useOpenSaved } from '../../sends/compose/use-open-saved.ts';
import type { Broadcast } from '../model/broadcast-queries.ts';
import { Composer } from './composer.tsx';
import { useDraftCheck, useDraftRefusal } from './draft/draft-errors.ts';
import { type DraftValues, emptyValues, settingsOf } from './draft/draft-values.ts';

/** Writes a broadcast and saves it as a draft, from which it is started. */
export function NewBroadcast() {
  const texts = useBroadcastComposerTexts();
  const { goOn } = useSendComposerTexts();
  const { title } = useBroadcastsTexts();
  const { account, agent } = useSession();
  const check = useDraftCheck();
  const refusalOf = useDraftRefusal();
  const intent = useRef<Intent>('save');
  const open = useOpenSaved('broadcasts');
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
          startLabel={goOn}
          onIntent={(chosen) => {
            intent.current = chosen;
          }}
        />
      </Composer>
    </Screen>
  );
}
