import { useRef } from 'react';
import { api } from '../../../../../data/api.ts';
import { useSendComposerTexts } from '../../../../../locales/pages/send-composer.ts';
import { useNotice } from '../../../../../ui/feedback/notice.tsx';
import { useDraft } from '../../../../../ui/form/use-draft.ts';
import { PageHeading } from '../../../../../ui/layout/page-heading.tsx';
import { When } from '../../../../../ui/time/when.tsx';
import { ComposeBar, type Intent } from '../../../sends/compose/compose-bar.tsx';
import { useStartQuestion } from '../../../sends/compose/use-start-question.ts';
import { useCacheSend } from '../../../sends/model/send-queries.ts';
import { DraftActions } from '../../../sends/parts/draft-actions.tsx';
import type { Campaign, OnsiteCampaign } from '../../model/campaign-queries.ts';
import { CampaignStatus } from '../../parts/campaign-status.tsx';
import { OnsiteComposer } from './onsite-composer.tsx';
import { useOnsiteCheck, useOnsiteRefusal } from './onsite-errors.ts';
import { type OnsiteValues, onsitePatchOf, onsiteSettingsOf, onsiteValuesOf } from './onsite-values.ts';
import { StartOnsite } from './start-onsite.tsx';

/** A saved draft of an on-site campaign, with its start. */
export function EditOnsite({ campaign }: { campaign: OnsiteCampaign }) {
  const texts = useSendComposerTexts();
  const { isAsking, ask, close } = useStartQuestion('campaigns', campaign.id);
  const intent = useRef<Intent>('save');
  const state = useSavedOnsite(campaign, { intent, onStart: ask });
  const isLater = state.draft.starts_at !== '' && Date.parse(state.draft.starts_at) > Date.now();
  return (
    <>
      <PageHeading
        title={campaign.name}
        lead={<CampaignStatus campaign={campaign} />}
        actions={<DraftActions kind="campaigns" send={campaign} />}
      />
      <OnsiteComposer state={state}>
        <ComposeBar
          state={state}
          startLabel={isLater ? texts.scheduleStart : texts.start}
          onIntent={(chosen) => {
            intent.current = chosen;
          }}
        >
          {texts.savedAt} <When at={campaign.updated_at} />
        </ComposeBar>
      </OnsiteComposer>
      <StartOnsite campaign={campaign} isOpen={isAsking} onClose={close} />
    </>
  );
}

interface Intents {
  intent: { current: Intent };
  onStart: () => void;
}

function useSavedOnsite(campaign: OnsiteCampaign, { intent, onStart }: Intents) {
  const texts = useSendComposerTexts();
  const notify = useNotice();
  const cache = useCacheSend('campaigns');
  return useDraft<OnsiteValues, Campaign>({
    saved: onsiteValuesOf(campaign),
    validate: useOnsiteCheck(),
    send: (changes, draft) =>
      Object.keys(changes).length
        ? api.campaigns.update({
            params: { id: campaign.id },
            body: { name: draft.name.trim(), settings: onsitePatchOf(onsiteSettingsOf(draft)) },
          })
        : Promise.resolve(campaign),
    onSaved: async (saved) => {
      await cache(saved);
      if (intent.current === 'start') onStart();
      else notify({ kind: 'done', text: texts.saved });
    },
    toErrors: useOnsiteRefusal(),
  });
}
