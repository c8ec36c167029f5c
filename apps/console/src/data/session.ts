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

/** Whether the team requires a second factor that the user does not have. Until then the session can do nothing else. */
export const needsTwoFactor = ({ account, user }: Session) => account.two_factor_required && !user.totp_enabled;

/** Owners and administrators are managers. */
export type RequiredRole = 'manager' | 'owner';

export function hasRole({ agent: { role } }: Session, required: RequiredRole | undefined) {
  if (required === 'owner') return role === 'owner';
  return required !== 'manager' || role !== 'operator';
}

export const isManager = (session: Session) => hasRole(session, 'manager');
