import { useRef } from 'react';
import { api } from '../../../../../data/api.ts';
import { useCampaignComposerTexts } from '../../../../../locales/pages/campaign-composer.ts';
import { useSendComposerTexts } from '../../../../../locales/pages/send-composer.ts';
import { useDraft } from '../../../../../ui/form/use-draft.ts';
import { PageHeading } from '../../../../../ui/layout/page-heading.tsx';
import { ComposeBar, type Intent } from '../../../sends/compose/compose-bar.tsx';
import { useOpenSaved } from '../../../sends/compose/use-open-saved.ts';
import type { Campaign } from '../../model/campaign-queries.ts';
import { OnsiteComposer } from './onsite-composer.tsx';
import { useOnsiteCheck, useOnsiteRefusal } from './onsite-errors.ts';
import { emptyOnsite, type OnsiteValues, onsiteSettingsOf } from './onsite-values.ts';

/** Writes an on-site campaign and saves it as a draft, from which it is started. */
export function NewOnsite() {
  const texts = useCampaignComposerTexts();
  const { goOn } = useSendComposerTexts();
  const check = useOnsiteCheck();
  const intent = useRef<Intent>('save');
  const open = useOpenSaved('campaigns');
  const state = useDraft<OnsiteValues, Campaign>({
    saved: emptyOnsite,
    validate: check,
    send: (_, draft) =>
      api.campaigns.create({ body: { type: 'onsite', name: draft.name.trim(), settings: onsiteSettingsOf(draft) } }),
    onSaved: (campaign) => open(campaign, intent.current),
    toErrors: useOnsiteRefusal(),
  });
  return (
    <>
      <PageHeading title={texts.newOnsite} lead={texts.newOnsiteLead} />
      <OnsiteComposer state={state}>
        <ComposeBar
          state={state}
          startLabel={goOn}
          onIntent={(chosen) => {
            intent.current = chosen;
          }}
        />
      </OnsiteComposer>
    </>
  );
}
