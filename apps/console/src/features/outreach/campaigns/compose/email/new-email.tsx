import { useRef } from 'react';
import { api } from '../../../../../data/api.ts';
import { useSession } from '../../../../../data/session.ts';
import { useCampaignComposerTexts } from '../../../../../locales/pages/campaign-composer.ts';
import { useSendComposerTexts } from '../../../../../locales/pages/send-composer.ts';
import { useDraft } from '../../../../../ui/form/use-draft.ts';
import { PageHeading } from '../../../../../ui/layout/page-heading.tsx';
import { ComposeBar, type Intent } from '../../../sends/compose/compose-bar.tsx';
import { useOpenSaved } from '../../../sends/compose/use-open-saved.ts';
import type { Campaign } from '../../model/campaign-queries.ts';
import { EmailComposer } from './email-composer.tsx';
import { useEmailCheck, useEmailRefusal } from './email-errors.ts';
import { type EmailValues, emailSettingsOf, emptyEmail } from './email-values.ts';

/** Writes an e-mail and saves it as a draft, from which it is sent. */
export function NewEmail() {
  const texts = useCampaignComposerTexts();
  const { goOn } = useSendComposerTexts();
  const { timezone } = useSession().account;
  const check = useEmailCheck();
  const intent = useRef<Intent>('save');
  const open = useOpenSaved('campaigns');
  const state = useDraft<EmailValues, Campaign>({
    saved: emptyEmail,
    validate: (draft) => check(draft, intent.current === 'start'),
    send: (_, draft) =>
      api.campaigns.create({
        body: { type: 'email', name: draft.name.trim(), settings: emailSettingsOf(draft, timezone) },
      }),
    onSaved: (campaign) => open(campaign, intent.current),
    toErrors: useEmailRefusal(),
  });
  return (
    <>
      <PageHeading title={texts.newEmail} lead={texts.newLead} />
      <EmailComposer state={state}>
        <ComposeBar
          state={state}
          startLabel={goOn}
          onIntent={(chosen) => {
            intent.current = chosen;
          }}
        />
      </EmailComposer>
    </>
  );
}
