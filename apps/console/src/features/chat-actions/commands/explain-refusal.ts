import { ParleyProblem } from '@parley/sdk';
import { useAgentName } from '../../../entities/agent/use-agent-name.ts';
import type { Texts } from '../../../locales/en.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useExplain } from '../../../ui/feedback/explain.ts';

type Explained = keyof Texts['chatActions']['problems'];

/** Gives why something could not be done to a chat; the owner, where it is known, is who was faster. */
export function useExplainDeed() {
  const { problems } = useTexts().chatActions;
  const explain = useExplain();
  const nameOf = useAgentName();
  return (error: unknown, owner?: number | null) => {
    const code = error instanceof ParleyProblem ? error.code : undefined;
    if (code === 'chat_already_owned') return problems.chat_already_owned(nameOf(owner));
    const isOwn = (name: string | undefined): name is Exclude<Explained, 'chat_already_owned'> =>
      name !== undefined && Object.hasOwn(problems, name);
    return isOwn(code) ? problems[code] : explain(error);
  };
}
