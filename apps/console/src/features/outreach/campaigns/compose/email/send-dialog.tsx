import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../../data/api.ts';
import { useLocale } from '../../../../../locales/locale.tsx';
import { useCampaignComposerTexts } from '../../../../../locales/pages/campaign-composer.ts';
import { useSendComposerTexts } from '../../../../../locales/pages/send-composer.ts';
import { useNotice } from '../../../../../ui/feedback/notice.tsx';
import { Warning } from '../../../../../ui/feedback/warning.tsx';
import { Dialog } from '../../../../../ui/layout/dialog.tsx';
import { exactTime } from '../../../../../ui/time/age.tsx';
import { numberFormat } from '../../../../../ui/time/formats.ts';
import { ConsentForm } from '../../../sends/compose/consent-form.tsx';
import { isAhead } from '../../../sends/model/send.ts';
import { useCacheSend } from '../../../sends/model/send-queries.ts';
import type { EmailCampaign } from '../../model/campaign-queries.ts';
import { useExplainCampaign } from '../../model/use-explain-campaign.ts';

interface SendDialogProps {
  campaign: EmailCampaign;
  isOpen: boolean;
  onClose: () => void;
  /** With the errors of fields; returns whether there are any. */
  onRefused: (error: unknown) => boolean;
}

/** Says what will happen, and asks for the word that the recipients agreed to it. */
export function SendDialog({ isOpen, ...props }: SendDialogProps) {
  const texts = useCampaignComposerTexts();
  const title = isAhead(props.campaign.settings.send_at) ? texts.scheduleQuestion : texts.sendQuestion;
  return (
    <Dialog title={title} isOpen={isOpen} onClose={props.onClose}>
      <SendForm {...props} />
    </Dialog>
  );
}

function SendForm({ campaign, onClose, onRefused }: Omit<SendDialogProps, 'isOpen'>) {
  const { id, settings, updated_at } = campaign;
  const texts = useCampaignComposerTexts();
  const { agree } = useSendComposerTexts();
  const { locale } = useLocale();
  const notify = useNotice();
  const explain = useExplainCampaign();
  const cache = useCacheSend('campaigns');
  const { data } = useQuery({
    queryKey: ['campaigns', 'start', id, updated_at],
    queryFn: () => api.campaigns.preview({ body: { type: 'email', settings } }),
    staleTime: 0,
  });
  const start = async () => {
    const started = await api.campaigns.send({ params: { id }, body: { consent: true } });
    notify({ kind: 'done', text: started.status === 'scheduled' ? texts.scheduled : texts.sent });
    await cache(started);
  };
  const reachable = data?.reachable ?? 0;
  const isLater = isAhead(settings.send_at);
  const isAttested = settings.consent_basis === 'attested';
  const count = numberFormat(locale, {}).format(reachable);
  const at = isLater ? exactTime(new Date(settings.send_at ?? ''), locale) : undefined;
  return (
    <ConsentForm
      lead={data && texts.sendLead(reachable, { count, at })}
      agreement={isAttested ? texts.attest(reachable, count) : agree(reachable, count)}
      label={isLater ? texts.scheduleConfirm : texts.sendConfirm}
      start={start}
      explain={explain}
      onClose={onClose}
      onRefused={onRefused}
    >
      {isAttested && <Warning>{texts.attestLead}</Warning>}
    </ConsentForm>
  );
}
