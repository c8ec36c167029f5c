import { useReportsTexts } from '../../../locales/pages/reports.ts';
import type { Figure } from '../../../ui/report/figures/figure-cards.tsx';
import { useFormats } from '../../../ui/report/figures/use-formats.ts';

interface Totals {
  chats_total?: number;
  chats_missed?: number;
  chats_accepted?: number;
  chats_accepted_ai?: number;
  messages_total?: number;
  avg_first_response_seconds?: number | null;
  rating_average?: number | null;
}

/** The main figures of the team. Those of the AI only where there is one. */
export function useOverviewFigures(now: Totals | undefined, before: Totals | undefined): Figure[] {
  const { terms } = useReportsTexts();
  const { count, duration, rating, share } = useFormats();
  const figure = (
    name: keyof Totals & keyof typeof terms,
    rest: Pick<Figure, 'format' | 'more' | 'detail'>,
  ): Figure => ({
    ...terms[name],
    value: now?.[name],
    previous: before?.[name],
    ...rest,
  });
  const print = (value: number | null) => count(value ?? 0);
  const missedShare = now && share(now.chats_missed ?? 0, now.chats_total ?? 0);
  const aiShare = now && share(now.chats_accepted_ai ?? 0, now.chats_total ?? 0);
  return [
    figure('chats_total', { format: print, more: 'good' }),
    figure('chats_missed', { format: print, more: 'bad', ...(missedShare && { detail: missedShare }) }),
    figure('avg_first_response_seconds', { format: duration, more: 'bad' }),
    figure('messages_total', { format: print, more: 'neutral' }),
    figure('rating_average', { format: rating, more: 'good' }),
    ...(now?.chats_accepted_ai || before?.chats_accepted_ai
      ? [figure('chats_accepted_ai', { format: print, more: 'neutral', ...(aiShare && { detail: aiShare }) })]
      : []),
  ];
}
