import { Button } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import type { Agent } from '../../../entities/agent/use-agents.ts';
import { useTeamTexts } from '../../../locales/pages/team.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { displayName, useRefreshTeam, useStoreAgent } from '../team-queries.ts';

/** Needs a free seat. */
export function Restore({ agent }: { agent: Agent }) {
  const { person: texts } = useTeamTexts();
  const explain = useExplain();
  const notify = useNotice();
  const refresh = useRefreshTeam();
  const storeAgent = useStoreAgent();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.agents.restore({ params: { id: agent.id } }),
    onSuccess: (restored) => {
      storeAgent(restored);
      notify({ kind: 'done', text: texts.restoredNotice(displayName(agent)) });
    },
    onError: (error) => {
      const isFull = error instanceof ParleyProblem && error.code === 'seat_limit_reached';
      notify({ kind: 'failed', text: isFull ? texts.noSeat : explain(error) });
    },
    onSettled: () => void refresh(),
  });
  return (
    <Button aria-busy={isPending} onClick={() => isPending || mutate()}>
      {texts.restore}
    </Button>
  );
}
