import { setTimeout as wait } from 'node:timers/promises';
import type { FilledTemplate } from '@parley/contract';
import { systemClock } from '../../../infra/clock.ts';
import { isInlineImage } from '../../../infra/files/sniff.ts';
import { describeError } from '../../../infra/log.ts';
import type { Tenant } from '../../../kernel/auth/principal.ts';
import { asSystem } from '../../../kernel/data/context.ts';
import type { LeasedDelivery } from '../../../kernel/data/leased-delivery.ts';
import type { Services } from '../../../kernel/module.ts';
import { createLinks } from '../../account/files/index.ts';
import * as messages from '../../conversations/messages/index.ts';
import type { Connection } from '../connections/index.ts';
import { type Access, type Driver, driverOf, type OutgoingFile, VendorRefusal } from '../drivers/index.ts';
import { type Line, openLine } from './line.ts';
import { fail, judge, type Outcome, waitForLimit } from './outcome.ts';
import { toContents } from './parts.ts';
import { lockPlace } from './place.ts';
import * as store from './store.ts';

/** Longer than this, a delivery gives its place up instead of waiting for its moment. */
const PATIENCE_MS = 2_000;

export interface Sending {
  delivery: LeasedDelivery;
  message: store.OutgoingMessage;
  /** Sent in place of the message. */
  template: FilledTemplate | undefined;
  connection: Connection;
  tenant: Tenant;
  /** Aborted when the server stops or the lease is lost. */
  signal: AbortSignal;
  /** Whether a message to many may go out now. */
  begin: () => Promise<boolean>;
}

/** The newest part that the vendor accepted. */
export interface SentPart {
  part: number;
  externalId: string;
  /** When the call began, by the clock of the machine: the vendor's time of the message is no earlier. */
  at: Temporal.Instant;
}

export interface Sent {
  outcome: Outcome;
  last?: SentPart;
  refusal?: VendorRefusal;
}

type Call = (access: Access) => Promise<string>;

/** A second copy of a broadcast is worse than none. A vendor that drops repeated keys gets no second one. */
export const isSentOnce = (connection: Connection, { is_outreach }: store.OutgoingMessage) =>
  is_outreach && !driverOf(connection).isIdempotent;

/** Sends the parts of a message that the vendor has not accepted yet. */
export function createSender(services: Services) {
  const { unitOfWork, clock, log } = services;
  const { autocommit } = unitOfWork;

  return async function send(sending: Sending): Promise<Sent | 'withdrawn'> {
    const { delivery, message, connection, signal } = sending;
    const line = openLine(services, connection, { signal });
    const calls = await toCalls(sending, line.driver);
    if ('outcome' in calls) return calls;
    let last: SentPart | undefined;
    try {
      for (const [part, call] of calls.entries()) {
        if (part < message.parts) continue;
        if (last) await keepPart(sending, last);
        last = undefined;
        const postponed = await waitForPace(sending, line, part);
        if (postponed) return { outcome: postponed };
        if (part === 0 && message.is_outreach && !(await sending.begin())) return 'withdrawn';
        if (part > 0 && isSentOnce(connection, message)) await store.markCalling(autocommit, delivery);
        const at = systemClock();
        last = { part, externalId: await sendPart(line, call), at };
      }
      return { outcome: { kind: 'sent' }, last };
    } catch (error) {
      if (!(error instanceof VendorRefusal)) throw error;
      const outcome = judge(error, before(sending));
      if (outcome.kind === 'later' && outcome.scope === 'connection') {
        await store.pausePace(autocommit, delivery.destination_id, outcome.afterMs);
      }
      return { outcome, refusal: error };
    }
  };

  function before({ delivery, message, connection }: Sending) {
    const limitedSince = Number(message.data?.limited_since) || null;
    const isOnce = isSentOnce(connection, message);
    const { is_outreach: isOutreach } = message;
    return { failures: delivery.failures, now: clock().epochMilliseconds, limitedSince, isOutreach, isOnce };
  }

  /** A part that was accepted is not sent again, whatever becomes of the next one. */
  async function keepPart({ delivery, connection, tenant }: Sending, sent: SentPart) {
    await unitOfWork.write({ tenant }, async (work) => {
      const ctx = asSystem(work, tenant);
      const { place } = await lockPlace(ctx, delivery.id);
      if (!place) return;
      const { chat_id: chatId, message_id: messageId } = place;
      messages.recordExternal(ctx, { connectionId: connection.id, chatId, messageId, ...sent });
    });
  }

  /** What sends each part. */
  async function toCalls(sending: Sending, driver: Driver): Promise<Call[] | Sent> {
    const { message, template } = sending;
    const { person, conversation } = message;
    const { sendTemplate } = driver;
    if (template && sendTemplate) return [(access) => sendTemplate(access, { person, conversation, template })];
    const file = await readFile(services, sending);
    if (file === 'missing') return { outcome: fail('content_rejected', { detail: 'The file no longer exists.' }) };
    const contents = toContents(driver, message, file);
    if (!contents) return { outcome: fail('too_large') };
    if (!contents.length) return { outcome: fail('content_rejected', { detail: 'The message is blank.' }) };
    return contents.map((content, part) => {
      // Ids of messages grow slowly: the key is unique for long enough, and fits in 31 bits. A resend has the same one.
      const key = (message.id * 64 + (part % 64)) % 2_147_483_647 || 1;
      return (access) => driver.send(access, { person, conversation, key, content });
    });
  }

  async function sendPart({ call }: Line, act: Call) {
    try {
      return await call(act);
    } catch (error) {
      if (error instanceof VendorRefusal) throw error;
      // An answer that the driver can't read. Without a limit of attempts, the customer would get the message for ever.
      log.warn({ reason: describeError(error).message }, 'a messenger answered in an unknown way');
      throw new VendorRefusal({ verdict: { kind: 'retry' } }, null);
    }
  }

  /** Waits for the connection's next moment, and between two parts for that of the chat. */
  async function waitForPace(sending: Sending, { driver }: Line, part: number): Promise<Outcome | undefined> {
    const { delivery, signal } = sending;
    const { perSecond, chatMs } = driver.pace;
    const everyMs = Math.ceil(1_000 / perSecond);
    const pace = { everyMs, patienceMs: PATIENCE_MS };
    const slot = await store.takeSlot(autocommit, delivery.destination_id, pace);
    if (!slot.isTaken) {
      const afterMs = Math.max(0, slot.aheadMs);
      const { failures, limitedSince } = before(sending);
      // Our own pace never reaches that far ahead: the vendor wants us to wait.
      if (afterMs > PATIENCE_MS + everyMs) return waitForLimit(before(sending), { afterMs, scope: 'chat' });
      return { kind: 'later', afterMs, failures, limitedSince, scope: 'chat' };
    }
    await wait(Math.max(0, slot.aheadMs, part > 0 ? chatMs : 0), undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) return undefined;
    const { failures, limitedSince } = before(sending);
    return { kind: 'later', afterMs: 0, failures, limitedSince, scope: 'chat' };
  }
}

async function readFile(
  { unitOfWork, storage }: Services,
  { message, tenant }: Sending,
): Promise<OutgoingFile | 'missing' | undefined> {
  const { file_id: id, file_key: key, file_name: name, file_type: type, file_size: size } = message;
  if (id === null) return undefined;
  const stream = key === null ? undefined : await storage.read(key);
  if (!stream || name === null || type === null || size === null) return 'missing';
  const bytes = Buffer.concat(await stream.toArray());
  const link = await unitOfWork.read(async (work) => createLinks({ ...work, widgetId: tenant.widgetId })({ id, name }));
  return { name, type, size, isImage: message.type === 'image' && isInlineImage(type), bytes, link };
}
