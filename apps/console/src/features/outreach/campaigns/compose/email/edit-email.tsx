import { useRef } from 'react';
import { api } from '../../../../../data/api.ts';
import { useSession } from '../../../../../data/session.ts';
import { useSendComposerTexts } from '../../../../../locales/pages/send-composer.ts';
import { useNotice } from '../../../../../ui/feedback/notice.tsx';
import { useDraft } from '../../../../../ui/form/use-draft.ts';
import { PageHeading } from '../../../../../ui/layout/page-heading.tsx';
import { When } from '../../../../../ui/time/when.tsx';
import { ComposeBar, type Intent } from '../../../sends/compose/compose-bar.tsx';
import { useStartQuestion } from '../../../sends/compose/use-start-question.ts';
import { useCacheSend } from '../../../sends/model/send-queries.ts';
import { DraftActions } from '../../../sends/parts/draft-actions.tsx';
import type { Campaign, EmailCampaign } from '../../model/campaign-queries.ts';
import { CampaignStatus } from '../../parts/campaign-status.tsx';
import { EmailComposer } from './email-composer.tsx';
import { useEmailCheck, useEmailRefusal } from './email-errors.ts';
import { type EmailValues, emailPatchOf, emailSettingsOf, emailValuesOf } from './email-values.ts';
import { SendDialog } from './send-dialog.tsx';

/** A saved draft of an e-mail, with its start. */
export function EditEmail({ campaign }: { campaign: EmailCampaign }) {
  const texts = useSendComposerTexts();
  const { isAsking, ask, close } = useStartQuestion('campaigns', campaign.id);
  const refusalOf = useEmailRefusal();
  const intent = useRef<Intent>('save');
  const state = useSavedEmail(campaign, { intent, onStart: ask });
  const refuse = (error: unknown) => {
    const errors = refusalOf(error);
    if (errors) state.showErrors(errors);
    return errors !== undefined;
  };
  return (
    <>
      <PageHeading
        title={campaign.name}
        lead={<CampaignStatus campaign={campaign} />}
        actions={<DraftActions kind="campaigns" send={campaign} />}
      />
      <EmailComposer state={state}>
        <ComposeBar
          state={state}
          startLabel={state.draft.sendAt ? texts.scheduleStart : texts.start}
          onIntent={(chosen) => {
            intent.current = chosen;
          }}
        >
          {texts.savedAt} <When at={campaign.updated_at} />
        </ComposeBar>
      </EmailComposer>
      <SendDialog campaign={campaign} isOpen={isAsking} onClose={close} onRefused={refuse} />
    </>
  );
}

interface Intents {
  intent: { current: Intent };
  onStart: () => void;
}

function useSavedEmail(campaign: EmailCampaign, { intent, onStart }: Intents) {
  const texts = useSendComposerTexts();
  const { timezone } = useSession().account;
  const notify = useNotice();
  const check = useEmailCheck();
  const cache = useCacheSend('campaigns');
  return useDraft<EmailValues, Campaign>({
    saved: emailValuesOf(campaign, timezone),
    validate: (draft) => check(draft, intent.current === 'start'),
    send: (changes, draft) =>
      Object.keys(changes).length
        ? api.campaigns.update({
            params: { id: campaign.id },
            body: { name: draft.name.trim(), settings: emailPatchOf(emailSettingsOf(draft, timezone)) },
          })
        : Promise.resolve(campaign),
    onSaved: async (saved) => {
      await cache(saved);
      if (intent.current === 'start') onStart();
      else notify({ kind: 'done', text: texts.saved });
    },
    toErrors: useEmailRefusal(),
  });
}
