import { useRef } from 'react';
import { api } from '../../../../data/api.ts';
import { useSession } from '../../../../data/session.ts';
import { useSendComposerTexts } from '../../../../locales/pages/send-composer.ts';
import { useNotice } from '../../../../ui/feedback/notice.tsx';
import { useDraft } from '../../../../ui/form/use-draft.ts';
import { PageHeading } from '../../../../ui/layout/page-heading.tsx';
import { When } from '../../../../ui/time/when.tsx';
import { ComposeBar, type Intent } from '../../sends/compose/compose-bar.tsx';
import { useStartQuestion } from '../../sends/compose/use-start-question.ts';
import { useCacheSend } from '../../sends/model/send-queries.ts';
import { DraftActions } from '../../sends/parts/draft-actions.tsx';
import { SendStatus } from '../../sends/parts/send-status.tsx';
import type { Broadcast } from '../model/broadcast-queries.ts';
import { Composer } from './composer.tsx';
import { useDraftCheck, useDraftRefusal } from './draft/draft-errors.ts';
import { type DraftValues, patchOf, settingsOf, valuesOf } from './draft/draft-values.ts';
import { StartDialog } from './start-dialog.tsx';

/** A saved draft, with its start. */
export function EditBroadcast({ broadcast }: { broadcast: Broadcast }) {
  const texts = useSendComposerTexts();
  const { isAsking, ask, close } = useStartQuestion('broadcasts', broadcast.id);
  const refusalOf = useDraftRefusal();
  const intent = useRef<Intent>('save');
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
        lead={<SendStatus send={broadcast} />}
        actions={<DraftActions kind="broadcasts" send={broadcast} />}
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
  intent: { current: Intent };
  onStart: () => void;
}

function useSavedDraft(broadcast: Broadcast, { intent, onStart }: Intents) {
  const texts = useSendComposerTexts();
  const { timezone } = useSession().account;
  const notify = useNotice();
  const check = useDraftCheck();
  const refusalOf = useDraftRefusal();
  const cache = useCacheSend('broadcasts');
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
