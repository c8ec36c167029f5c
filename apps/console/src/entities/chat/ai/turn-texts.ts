import { useLocale } from '../../../locales/locale.tsx';
import { useAiTurnTexts } from '../../../locales/pages/ai-turn.ts';
import { useChatAiTexts } from '../../../locales/pages/chat-ai.ts';
import type { Turn } from './ai-queries.ts';
import { formatSeconds } from './turn-figures.ts';

/** Why a turn escalated, failed or was dropped, in words. */
export function useReason() {
  const { dropped } = useAiTurnTexts();
  const whys: Record<string, string> = useChatAiTexts().whys;
  return ({ outcome, why }: Pick<Turn, 'outcome' | 'why'>) =>
    why === null ? undefined : ((outcome === 'superseded' ? dropped : whys)[why] ?? why);
}

export function useSeconds() {
  const { locale } = useLocale();
  const { seconds } = useChatAiTexts();
  return (ms: number) => seconds(formatSeconds(ms, locale));
}
