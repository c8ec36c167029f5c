import { ParleyProblem } from '@parley/sdk';
import type { QueryClient } from '@tanstack/react-query';
import { notFound, type RegisteredRouter, redirect } from '@tanstack/react-router';
import { hasRole, needsTwoFactor, type RequiredRole, sessionQuery } from '../../data/session.ts';

/** Redirects to the sign-in page without a session, and remembers the destination; or to a required second factor. */
export async function requireSession(queryClient: QueryClient, destination: string) {
  const session = await getSession(queryClient, destination);
  if (needsTwoFactor(session)) throw redirect({ to: '/two-factor', replace: true });
}

/** For the set-up of a required second factor. */
export async function requireSetup(queryClient: QueryClient) {
  const session = await getSession(queryClient, '/');
  if (!needsTwoFactor(session)) throw redirect({ to: '/inbox', replace: true });
}

async function getSession(queryClient: QueryClient, destination: string) {
  try {
    return await queryClient.ensureQueryData(sessionQuery);
  } catch (error) {
    if (!(error instanceof ParleyProblem && error.code === 'session_required')) throw error;
    throw redirect({ to: '/sign-in', search: destination === '/' ? {} : { next: destination }, replace: true });
  }
}

/** Answers as for a page that does not exist. */
export async function requireRole(queryClient: QueryClient, required: RequiredRole | undefined) {
  if (!hasRole(await queryClient.ensureQueryData(sessionQuery), required)) throw notFound();
}

/** Navigates away first and clears the cache second: mounted screens would refetch what was cleared. */
export async function leaveSession(
  router: Pick<RegisteredRouter, 'navigate'>,
  queryClient: QueryClient,
  search: { next?: string; note?: 'session-ended' } = {},
) {
  await router.navigate({ to: '/sign-in', search, replace: true });
  queryClient.clear();
}
