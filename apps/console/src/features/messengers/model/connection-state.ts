import type { Tone } from '../../../ui/feedback/status-badge.tsx';
import type { Cabinet, Messenger, Webhook } from './messenger-queries.ts';

export type ConnectionState = 'off' | 'working' | 'pending' | 'manual' | 'broken';

export const tones: Record<ConnectionState, Tone> = {
  off: 'off',
  working: 'good',
  pending: 'waiting',
  manual: 'waiting',
  broken: 'bad',
};

/** Whether messages of customers arrive; null is not connected. */
export function stateOf(webhook: Pick<Webhook, 'registered' | 'reason'> | null): ConnectionState {
  if (!webhook) return 'off';
  if (webhook.registered) return 'working';
  if (webhook.reason === 'manual') return 'manual';
  return webhook.reason === null ? 'pending' : 'broken';
}

/** A cabinet that is off does not wait for anything. */
export const stateOfCabinet = ({ status, webhook }: Pick<Cabinet, 'status' | 'webhook'>): ConnectionState =>
  status === 'enabled' ? stateOf(webhook) : 'off';

const RANK: ConnectionState[] = ['broken', 'manual', 'pending', 'working', 'off'];

/** The state of several is that of the worst. */
export const worstOf = (states: ConnectionState[]): ConnectionState =>
  RANK.find((state) => states.includes(state)) ?? 'off';

/** As people know it: `@shop_bot`, the name or the number. */
export function accountName({ account }: Pick<Messenger, 'account'>) {
  if (!account) return undefined;
  const { username, name, id } = account;
  if (username) return /^[a-z]\w*$/i.test(username) ? `@${username}` : username;
  return name ?? id;
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

/** The link that somebody entered, and not the one that the messenger told: another account has another. */
export function ownLinkOf({ link, account }: Pick<Messenger, 'link' | 'account'>) {
  if (!link || !account) return link ?? '';
  const decoded = decodeURIComponent(link);
  const { username, id } = account;
  const number = digitsOf(username ?? '');
  const isTold =
    [username, id].some((name) => name && decoded.includes(name)) || (number.length > 6 && decoded.includes(number));
  return isTold ? '' : link;
}
