import { ParleyProblem } from '@parley/sdk';
import { useKbFailure } from '../../../../entities/knowledge/use-kb-failure.ts';
import { useKnowledgeSiteTexts } from '../../../../locales/pages/knowledge-site.ts';

/** Returns the text for a refused crawl; undefined leaves it to the general texts. */
export function useCrawlFailure() {
  const { addressRefused } = useKnowledgeSiteTexts();
  const toFailure = useKbFailure();
  return (error: unknown) => {
    const isAddressRefused = error instanceof ParleyProblem && error.errors?.url !== undefined;
    return isAddressRefused ? addressRefused : toFailure(error);
  };
}
