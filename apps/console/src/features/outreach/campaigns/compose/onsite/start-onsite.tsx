import { api } from '../../../../../data/api.ts';
import { useLocale } from '../../../../../locales/locale.tsx';
import { useCampaignComposerTexts } from '../../../../../locales/pages/campaign-composer.ts';
import { useNotice } from '../../../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../../../ui/form/confirm-dialog.tsx';
import { exactTime } from '../../../../../ui/time/age.tsx';
import { isAhead } from '../../../sends/model/send.ts';
import { useCacheSend } from '../../../sends/model/send-queries.ts';
import type { OnsiteCampaign } from '../../model/campaign-queries.ts';
import { useExplainCampaign } from '../../model/use-explain-campaign.ts';

interface StartOnsiteProps {
  campaign: OnsiteCampaign;
  isOpen: boolean;
  onClose: () => void;
}

/** Says from when to when visitors will see it. */
export function StartOnsite({ campaign: { id, settings }, isOpen, onClose }: StartOnsiteProps) {
  const texts = useCampaignComposerTexts();
  const { locale } = useLocale();
  const notify = useNotice();
  const cache = useCacheSend('campaigns');
  const isLater = isAhead(settings.starts_at);
  const timeOf = (moment: string) => exactTime(new Date(moment), locale);
  const start = async () => {
    const started = await api.campaigns.transition({ params: { id }, body: { action: 'start' } });
    notify({ kind: 'done', text: started.status === 'scheduled' ? texts.onsiteScheduled : texts.onsiteStarted });
    await cache(started);
  };
  return (
    <ConfirmDialog
      title={isLater ? texts.onsiteScheduleQuestion : texts.onsiteStartQuestion}
      label={isLater ? texts.onsiteScheduleConfirm : texts.onsiteStartConfirm}
      isDangerous={false}
      isOpen={isOpen}
      onClose={onClose}
      send={start}
      toFailure={useExplainCampaign()}
    >
      {texts.onsiteLead({
        from: isLater ? timeOf(settings.starts_at ?? '') : undefined,
        to: settings.ends_at ? timeOf(settings.ends_at) : undefined,
      })}
    </ConfirmDialog>
  );
}
