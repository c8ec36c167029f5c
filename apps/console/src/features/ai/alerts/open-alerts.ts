import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { isManager, useSession } from '../../../data/session.ts';
import { useHasAi } from '../../../entities/agent/use-agents.ts';

const MOST = 99;
const EVERY_MS = 60_000;

/** One page of them: more are only counted as "more". */
export const openAlertsQuery = queryOptions({
  queryKey: ['ai', 'alerts', 'open'],
  queryFn: async () => (await api.aiAlerts.list({ query: { limit: MOST + 1 } })).data,
  refetchInterval: EVERY_MS,
});

/** How many alerts are open, as a badge shows it. Undefined where there are none, or no AI that could raise any. */
export function useOpenAlerts() {
  const hasAi = useHasAi();
  const isShown = isManager(useSession()) && hasAi;
  const count = useQuery({ ...openAlertsQuery, enabled: isShown }).data?.length;
  if (!isShown || !count) return undefined;
  return count > MOST ? `${MOST}+` : String(count);
}
