import { useAgentName } from '../../../../entities/agent/use-agent-name.ts';
import { useLocale } from '../../../../locales/locale.tsx';
import { useSendsTexts } from '../../../../locales/pages/sends.ts';
import { exactTime } from '../../../../ui/time/age.tsx';
import type { CountedSend } from '../model/send.ts';

/** When a send ran, within which limits, and who confirmed that the recipients agreed. */
export function useSendFacts({ settings, consent, started_at, finished_at }: CountedSend) {
  const texts = useSendsTexts();
  const { locale } = useLocale();
  const nameOf = useAgentName();
  const { window, rate_per_minute, min_gap_hours } = settings;
  const timeOf = (at: string) => exactTime(new Date(at), locale);
  const confirmed = consent?.agent_id ? nameOf(consent.agent_id) : texts.byApi;
  const limits = [
    window && texts.windowFact(window.from, window.to),
    rate_per_minute && texts.rateFact(rate_per_minute),
    min_gap_hours && texts.gapFact(min_gap_hours),
  ].filter(Boolean);
  return [
    ...(started_at ? [{ name: texts.startedAt, value: timeOf(started_at) }] : []),
    ...(finished_at ? [{ name: texts.endedAt, value: timeOf(finished_at) }] : []),
    ...(limits.length ? [{ name: texts.limits, value: limits.join(' · ') }] : []),
    ...(consent ? [{ name: texts.consent, value: `${confirmed}, ${timeOf(consent.at)}` }] : []),
  ];
}
