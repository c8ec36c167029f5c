import { Link } from '@tanstack/react-router';
import { useLocale } from '../../../../locales/locale.tsx';
import { useCampaignsTexts } from '../../../../locales/pages/campaigns.ts';
import { ListRow } from '../../../../ui/layout/list-row.tsx';
import { numberFormat } from '../../../../ui/time/formats.ts';
import { SendProgress, SendTime } from '../../sends/list/send-facts.tsx';
import { SendSign } from '../../sends/list/send-sign.tsx';
import { type Campaign, isEmail, isOnsite } from '../model/campaign-queries.ts';
import { CampaignStatus } from '../parts/campaign-status.tsx';
import { CampaignIcon } from '../parts/campaign-type.tsx';

/** A campaign: its type, its status, and its numbers in a line. */
export function CampaignRow({ campaign }: { campaign: Campaign }) {
  const texts = useCampaignsTexts();
  const { id, name, type } = campaign;
  return (
    <ListRow
      name={
        <Link to="/outreach/campaigns/$id" params={{ id }}>
          {name}
        </Link>
      }
      badges={<CampaignStatus campaign={campaign} />}
      facts={
        <>
          <SendSign icon={<CampaignIcon type={type} size={14} stroke={1.75} aria-hidden />}>
            {texts.types[type]}
          </SendSign>
          {' · '}
          <SendTime send={campaign} />
        </>
      }
      aside={<Numbers campaign={campaign} />}
    />
  );
}

function Numbers({ campaign }: { campaign: Campaign }) {
  const texts = useCampaignsTexts();
  const { locale } = useLocale();
  if (isEmail(campaign)) return <SendProgress send={campaign} />;
  if (!isOnsite(campaign) || !campaign.started_at) return null;
  const { shown, wrote } = campaign.counts;
  const format = numberFormat(locale, {}).format;
  return texts.shownTo(shown, format(shown), format(wrote));
}
