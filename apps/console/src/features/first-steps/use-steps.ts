import { useLocalStorage } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../data/api.ts';
import { useSampleData } from '../../data/sample-data.ts';
import { isManager, useSession } from '../../data/session.ts';
import { useAgents } from '../../entities/agent/use-agents.ts';

export const stepNames = ['embed', 'hours', 'invite', 'test'] as const;
type StepName = (typeof stepNames)[number];

/** Polling interval until the first visit and chat. */
const EVERY_MS = 5_000;

export const hoursQuery = queryOptions({
  queryKey: ['first-steps', 'hours'],
  queryFn: async () => (await api.widget.readSettings()).office_hours,
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: ({ state }) => (state.error ? EVERY_MS : false),
});

/** Which steps are done, from what there is. Undefined while loading; null for operators, after the last step or when hidden. */
export function useSteps() {
  const session = useSession();
  const [isHidden, setHidden] = useLocalStorage({
    key: `parley-first-steps-${session.widget.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const isAsked = isManager(session) && !isHidden;
  const done = useCompletedSteps(isAsked);
  const isComplete = done !== undefined && stepNames.every((name) => done[name]);
  // What is complete is not asked for again.
  useEffect(() => {
    if (isComplete) setHidden(true);
  }, [isComplete, setHidden]);
  if (isAsked && !done) return undefined;
  if (!isAsked || !done || isComplete) return null;
  return { done, count: stepNames.filter((name) => done[name]).length, hide: () => setHidden(true) };
}

function useCompletedSteps(isAsked: boolean): Record<StepName, boolean> | undefined {
  const sample = useSampleData();
  const people = [...useAgents().values()].filter(({ type }) => type === 'human');
  const { data: hours } = useQuery({ ...hoursQuery, enabled: isAsked });
  const { data: isVisited } = useQuery({
    queryKey: ['first-steps', 'visited'],
    queryFn: async () => (await api.widgetSites.read()).seen.length > 0,
    ...untilTrue(isAsked),
  });
  const { data: isTried } = useQuery({
    queryKey: ['first-steps', 'tried'],
    queryFn: async () => {
      const { open, done, snoozed, spam } = await api.chats.counts();
      // A sample contact has one chat.
      return open + done + snoozed + spam > (sample?.contacts ?? 0);
    },
    ...untilTrue(isAsked && sample !== undefined),
  });
  if (!sample || hours === undefined || isVisited === undefined || isTried === undefined) return undefined;
  if (!people.length) return undefined;
  const isTogether = people.length - sample.agents > 1;
  return { embed: isVisited, hours: hours !== null, invite: isTogether, test: isTried };
}

/** Asks until the answer is yes. */
const untilTrue = (enabled: boolean) => ({
  enabled,
  staleTime: EVERY_MS,
  refetchInterval: ({ state: { data } }: { state: { data: boolean | undefined } }) => (data ? false : EVERY_MS),
});
