import type { NoteName } from '../entry-note.tsx';

export interface SignInSearch {
  /** The destination after sign-in. */
  next?: string | undefined;
  note?: NoteName | undefined;
}

const NOTES: Record<NoteName, true> = { 'password-reset': true, 'session-ended': true };

/** The link may come from anywhere: drops destinations outside the console and unknown notes. */
export function readSignInSearch({ next, note }: Record<string, unknown>): SignInSearch {
  return {
    next: typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : undefined,
    note: typeof note === 'string' && Object.hasOwn(NOTES, note) ? (note as NoteName) : undefined,
  };
}
