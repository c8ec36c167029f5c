import type { NoteName } from '../entry-note.tsx';

export interface SignInSearch {
  /** Where to go afterwards. */
  next?: string | undefined;
  note?: NoteName | undefined;
}

const NOTES: Record<NoteName, true> = { 'password-reset': true, 'session-ended': true };

/** Anybody can write a link to the sign-in, so what leads out of the console or says nothing of ours is dropped. */
export function readSignInSearch({ next, note }: Record<string, unknown>): SignInSearch {
  return {
    next: typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : undefined,
    note: typeof note === 'string' && Object.hasOwn(NOTES, note) ? (note as NoteName) : undefined,
  };
}
