import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { api, type Session } from './api.ts';

export const sessionQuery = queryOptions({ queryKey: ['session'], queryFn: () => api.session.read() });

/** Who is signed in. Only for screens behind the session guard, which has loaded it before they render. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

export function fullName({ user }: Session) {
  return [user.name, user.surname].filter(Boolean).join(' ') || user.email;
}

/** Owners and administrators: they create tokens and switch the API on. */
export function isManager({ agent }: Session) {
  return agent.role !== 'operator';
}
