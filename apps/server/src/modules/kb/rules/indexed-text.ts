import { createHash } from 'node:crypto';
import { estimateTokens } from '../../../infra/ai/tokens.ts';
import type { IndexedText } from './store/texts.ts';
import { toTerms, wordsOf } from './words.ts';

export const hashOf = (content: string) => createHash('sha256').update(content).digest();

/** A text with everything it is found by. */
export function indexText(widgetId: number, content: string, vector: IndexedText['vector']): IndexedText {
  const terms = toTerms(widgetId, wordsOf(content));
  return { content, hash: hashOf(content), token_count: estimateTokens(content), ...terms, vector };
}
