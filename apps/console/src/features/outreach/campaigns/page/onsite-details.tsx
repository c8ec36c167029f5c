import { useLocale } from '../../../../locales/locale.tsx';
import { useCampaignsTexts } from '../../../../locales/pages/campaigns.ts';
import { useInvitationResultsTexts } from '../../../../locales/pages/invitation-results.ts';
import { useSendsTexts } from '../../../../locales/pages/sends.ts';
import { DescriptionList } from '../../../../ui/layout/description-list.tsx';
import { PageHeading } from '../../../../ui/layout/page-heading.tsx';
import { exactTime } from '../../../../ui/time/age.tsx';
import { numberFormat } from '../../../../ui/time/formats.ts';
import { FunnelSteps } from '../../invitations/results/funnel-steps.tsx';
import { LiftChart } from '../../invitations/results/lift-chart.tsx';
import type { OnsiteCampaign } from '../model/campaign-queries.ts';
import { CampaignStatus } from '../parts/campaign-status.tsx';
import styles from './campaign.module.css';
import { CampaignActions } from './campaign-actions.tsx';
import { MailPauseNote } from './mail-pause-note.tsx';

/** An on-site campaign that was started: what visitors did with it. */
export function OnsiteDetails({ campaign }: { campaign: OnsiteCampaign }) {
  return (
    <>
      <PageHeading
        title={campaign.name}
        lead={<CampaignStatus campaign={campaign} />}
        actions={<CampaignActions campaign={campaign} />}
      />
      <MailPauseNote campaign={campaign} />
      <Result campaign={campaign} />
      <OnsiteFacts campaign={campaign} />
    </>
  );
}

/** What visitors did with it, and what it adds. */
function Result({
  campaign: { id, name, status, counts, started_at, finished_at, updated_at },
}: {
  campaign: OnsiteCampaign;
}) {
  const texts = useCampaignsTexts();
  if (status === 'scheduled') return <p className={styles.nothing}>{texts.shownLater}</p>;
  if (!counts.shown && !counts.held_out) return <p className={styles.nothing}>{texts.nobodyYet}</p>;
  const funnel = {
    from: started_at ?? updated_at,
    to: finished_at ?? updated_at,
    totals: counts,
    rules: [{ rule_id: id, name, deleted: false, ...counts }],
  };
  return (
    <div className={styles.result}>
      <FunnelSteps totals={counts} />
      <LiftChart funnel={funnel} />
    </div>
  );
}

/** What visitors see, and from when to when. */
function OnsiteFacts({
  campaign: { settings, status, counts, scheduled_for, started_at, finished_at },
}: {
  campaign: OnsiteCampaign;
}) {
  const texts = useCampaignsTexts();
  const sends = useSendsTexts();
  const { locale } = useLocale();
  const { terms } = useInvitationResultsTexts();
  const count = numberFormat(locale, {}).format;
  const timeOf = (at: string) => exactTime(new Date(at), locale);
  const isScheduled = status === 'scheduled' && scheduled_for;
  const facts = [
    ...(isScheduled ? [{ name: texts.startsAt, value: timeOf(scheduled_for) }] : []),
    ...(started_at ? [{ name: sends.startedAt, value: timeOf(started_at) }] : []),
    finished_at
      ? { name: sends.endedAt, value: timeOf(finished_at) }
      : { name: texts.endsAt, value: settings.ends_at ? timeOf(settings.ends_at) : null, absent: texts.noEnd },
    ...(counts.clicked ? [{ name: terms.clicked.name, value: count(counts.clicked) }] : []),
    ...(counts.held_out
      ? [
          {
            name: terms.held_out_wrote.name,
            value: texts.ofHeldOut(count(counts.held_out_wrote), count(counts.held_out)),
          },
        ]
      : []),
  ];
  return (
    <section className={styles.facts} aria-label={sends.details}>
      {settings.rule && (
        <blockquote className={styles.message} dir="auto">
          {settings.rule.text}
        </blockquote>
      )}
      <DescriptionList facts={facts} />
    </section>
  );
}
