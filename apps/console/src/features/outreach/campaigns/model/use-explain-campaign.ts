import { ParleyProblem } from '@parley/sdk';
import { useSendsTexts } from '../../../../locales/pages/sends.ts';
import { useExplain } from '../../../../ui/feedback/explain.ts';

/** Explains why a campaign can't change its status. */
export function useExplainCampaign() {
  const { wrongStatus } = useSendsTexts();
  const explain = useExplain();
  return (error: unknown) =>
    error instanceof ParleyProblem && error.code === 'wrong_status' ? wrongStatus : explain(error);
}
