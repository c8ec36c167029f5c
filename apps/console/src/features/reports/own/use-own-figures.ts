import { useReportsTexts } from '../../../locales/pages/reports.ts';
import type { Figure } from '../../../ui/report/figures/figure-cards.tsx';
import { useFormats } from '../../../ui/report/figures/use-formats.ts';

interface Own {
  chats_handled?: number;
  chats_accepted?: number;
  chats_missed?: number;
  avg_response_time_seconds?: number | null;
  messages_total?: number;
  rating_average?: number | null;
}

export function useOwnFigures(now: Own | undefined, before: Own | undefined): Figure[] {
  const { agentTerms: terms } = useReportsTexts();
  const { count, duration, rating } = useFormats();
  const print = (value: number | null) => count(value ?? 0);
  const figure = (name: keyof Own, rest: Pick<Figure, 'format' | 'more'>): Figure => ({
    ...terms[name],
    value: now?.[name],
    previous: before?.[name],
    ...rest,
  });
  return [
    figure('chats_handled', { format: print, more: 'good' }),
    figure('chats_accepted', { format: print, more: 'good' }),
    figure('chats_missed', { format: print, more: 'bad' }),
    figure('avg_response_time_seconds', { format: duration, more: 'bad' }),
    figure('messages_total', { format: print, more: 'neutral' }),
    figure('rating_average', { format: rating, more: 'good' }),
  ];
}
