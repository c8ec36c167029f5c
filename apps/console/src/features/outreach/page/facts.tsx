import { useAgentName } from '../../../entities/agent/use-agent-name.ts';
import { useLocale } from '../../../locales/locale.tsx';
import { useBroadcastsTexts } from '../../../locales/pages/broadcasts.ts';
import { DescriptionList } from '../../../ui/layout/description-list.tsx';
import { exactTime } from '../../../ui/time/age.tsx';
import type { Broadcast } from '../model/broadcast-queries.ts';
import { useNameOfChannel } from '../model/channels.ts';
import styles from './page.module.css';

/** What was sent, where, by whom, and who confirmed that the recipients agreed. */
export function Facts({ broadcast }: { broadcast: Broadcast }) {
  const texts = useBroadcastsTexts();
  const { locale } = useLocale();
  const channel = useNameOfChannel()(broadcast.channel);
  const nameOf = useAgentName();
  const { settings, consent, started_at, finished_at } = broadcast;
  const { message, agent_id, window, rate_per_minute, min_gap_hours } = settings;
  const timeOf = (at: string) => exactTime(new Date(at), locale);
  const confirmed = consent?.agent_id ? nameOf(consent.agent_id) : texts.byApi;
  const limits = [
    window && texts.windowFact(window.from, window.to),
    rate_per_minute && texts.rateFact(rate_per_minute),
    min_gap_hours && texts.gapFact(min_gap_hours),
  ].filter(Boolean);
  const facts = [
    { name: texts.channel, value: channel },
    { name: texts.sender, value: agent_id ? nameOf(agent_id) : texts.noSender },
    ...(started_at ? [{ name: texts.startedAt, value: timeOf(started_at) }] : []),
    ...(finished_at ? [{ name: texts.endedAt, value: timeOf(finished_at) }] : []),
    ...(limits.length ? [{ name: texts.limits, value: limits.join(' · ') }] : []),
    ...(consent ? [{ name: texts.consent, value: `${confirmed}, ${timeOf(consent.at)}` }] : []),
  ];
  return (
    <section className={styles.facts} aria-label={texts.details}>
      {message && (
        <blockquote className={styles.message} dir="auto">
          {message.body ?? texts.onlyFile}
        </blockquote>
      )}
      <DescriptionList facts={facts} />
    </section>
  );
}
