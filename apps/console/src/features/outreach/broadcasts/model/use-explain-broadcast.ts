import { ParleyProblem } from '@parley/sdk';
import { useBroadcastsTexts } from '../../../../locales/pages/broadcasts.ts';
import { useSendsTexts } from '../../../../locales/pages/sends.ts';
import { useExplain } from '../../../../ui/feedback/explain.ts';
import { useNameOfChannel } from './channels.ts';

/** Explains why a broadcast can't change its status. */
export function useExplainBroadcast(channel: string) {
  const texts = useBroadcastsTexts();
  const { wrongStatus } = useSendsTexts();
  const explain = useExplain();
  const name = useNameOfChannel()(channel);
  return (error: unknown) => {
    if (!(error instanceof ParleyProblem)) return explain(error);
    if (error.code === 'channel_not_ready') return texts.channelNotReady(name);
    if (error.code === 'wrong_status') return wrongStatus;

    return explain(error);
  };
}
