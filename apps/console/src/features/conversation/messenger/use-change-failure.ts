import { ParleyProblem } from '@parley/sdk';
import { useChannelName } from '../../../entities/chat/channel-name.ts';
import { useMessengerChatTexts } from '../../../locales/pages/messenger-chat.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';

/** Returns why a message could not be changed, or sent again. */
export function useChangeFailure(channel: string) {
  const { problems } = useMessengerChatTexts();
  const explain = useExplain();
  const messenger = useChannelName(channel);
  return (error: unknown) => {
    const code = error instanceof ParleyProblem ? error.code : undefined;
    const isOwn = (name: string | undefined): name is keyof typeof problems =>
      name !== undefined && Object.hasOwn(problems, name);
    return isOwn(code) ? problems[code](messenger) : explain(error);
  };
}
