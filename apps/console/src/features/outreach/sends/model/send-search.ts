import type { RecipientState, SendStatus } from '@parley/contract';

export const statuses = [
  'draft',
  'scheduled',
  'running',
  'paused',
  'finished',
  'cancelled',
] as const satisfies SendStatus[];

export const readStatus = (status: unknown) => statuses.find((each) => each === status);

const states = ['pending', 'sent', 'failed', 'bounced', 'skipped', 'unknown'] as const satisfies RecipientState[];

export interface SendSearch {
  /** Of the recipients that are listed. */
  state?: RecipientState;
  /** Asks at once whether to start. */
  start?: true;
}

export function readSendSearch({ state, start }: Record<string, unknown>): SendSearch {
  const known = states.find((each) => each === state);
  return { ...(known && { state: known }), ...(start === true && { start }) };
}
