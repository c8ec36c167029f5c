import { ParleyProblem } from '@parley/sdk';
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { type RegisteredRouter, redirect } from '@tanstack/react-router';
import { api, type Session } from './api.ts';

export const sessionQuery = queryOptions({ queryKey: ['session'], queryFn: () => api.session.read() });

/** Who is signed in. For screens behind the guard of the shell, which has read it before they are shown. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** Lets nobody in without a session, and remembers where they were going. */
export async function requireSession(queryClient: QueryClient, destination: string) {
  try {
    await queryClient.ensureQueryData(sessionQuery);
  } catch (error) {
    if (!(error instanceof ParleyProblem && error.code === 'session_required')) throw error;
    throw redirect({ to: '/sign-in', search: destination === '/' ? {} : { next: destination }, replace: true });
  }
}

/** Leaves what belongs to the session, then forgets it: the other way round the screens would ask for it again. */
export async function leave(
  router: Pick<RegisteredRouter, 'navigate'>,
  queryClient: QueryClient,
  search: { next?: string; note?: 'session-ended' } = {},
) {
  await router.navigate({ to: '/sign-in', search, replace: true });
  queryClient.clear();
}

export function fullName({ user }: Session) {
  return [user.name, user.surname].filter(Boolean).join(' ') || user.email;
}

/** Owners and administrators: who may make tokens and switch the API. */
export function isManager({ agent }: Session) {
  return agent.role !== 'operator';
}
