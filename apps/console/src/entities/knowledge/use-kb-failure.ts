import { ParleyProblem } from '@parley/sdk';
import { useKnowledgeTexts } from '../../locales/pages/knowledge.ts';

/** Returns the text for an error of the knowledge base; undefined leaves it to the general texts. */
export function useKbFailure() {
  const { problems } = useKnowledgeTexts();
  const byCode: Record<string, string> = {
    kb_embed_credential_missing: problems.noCredential,
    kb_embed_provider_failed: problems.providerFailed,
    kb_limit_reached: problems.full,
    crawl_running: problems.crawlRunning,
    nothing_to_undo: problems.nothingToUndo,
  };
  return (error: unknown) => (error instanceof ParleyProblem && error.code ? byCode[error.code] : undefined);
}

export const isCredentialMissing = (error: unknown) =>
  error instanceof ParleyProblem && error.code === 'kb_embed_credential_missing';
