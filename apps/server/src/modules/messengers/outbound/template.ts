import type { Connection } from '../connections/index.ts';
import { driverOf } from '../drivers/index.ts';
import type { OutgoingMessage } from './store.ts';

/** The time for replies is over. */
export const isWindowClosed = ({ reply_until: until }: Pick<OutgoingMessage, 'reply_until'>, now: Temporal.Instant) =>
  until !== null && Temporal.Instant.compare(until, now) <= 0;

/** What may go out then in place of the message, unless parts of it have. */
export const templateOf = (connection: Connection, { payload, parts }: Pick<OutgoingMessage, 'payload' | 'parts'>) =>
  parts === 0 && driverOf(connection).sendTemplate ? payload?.template : undefined;
