import { ParleyProblem } from '@parley/sdk';
import { useAgentName } from '../../../entities/agent/use-agent-name.ts';
import type { Texts } from '../../../locales/en.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useExplain } from '../../../ui/feedback/explain.ts';

type Explained = keyof Texts['chatActions']['problems'];

/** Returns why an update was refused. The owner is named if another agent was faster. */
export function useExplainRefusal() {
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
