import type { DeliveryReason } from '@parley/contract';
import type { LeasedDelivery } from '../../../kernel/data/leased-delivery.ts';
import type { SettlingCourier } from '../../../kernel/deliveries/courier.ts';
import { LEASE } from '../../../kernel/leasing/leasing.ts';
import { whileRenewed } from '../../../kernel/leasing/renewal.ts';
import type { Services } from '../../../kernel/module.ts';
import { type Connection, findWithTenant } from '../connections/index.ts';
import { fail, type Outcome, unknown } from './outcome.ts';
import { createSender, isSentOnce, type Sending } from './sender.ts';
import { createSettling, type SettledMessage } from './settling.ts';
import * as store from './store.ts';
import { isWindowClosed, templateOf } from './template.ts';

/** A delivery that ends without a call. */
interface NotSent {
  about: SettledMessage;
  outcome: { kind: 'skipped' } | Extract<Outcome, { kind: 'failed' }>;
  /** Of a message to many nothing was sent: it goes back to its send, unless that wants it to go out. */
  isWithdrawable?: boolean;
}

/** Sends messages through messengers: each in its parts, in the pace of its connection. */
export function messengerCourier(services: Services): SettlingCourier {
  const { unitOfWork, clock } = services;
  const { autocommit } = unitOfWork;
  const settling = createSettling(services);
  const send = createSender(services);

  const deliver: SettlingCourier['deliver'] = async (delivery, { closing, begin }) => {
    const renew = () => store.renew(autocommit, delivery, clock().add(LEASE));
    return whileRenewed(renew, closing, async (signal) => {
      const loaded = await load(delivery, signal);
      if ('outcome' in loaded) {
        if (loaded.isWithdrawable && !(await begin({ isSuspect: true }))) return false;
        return settling.settle(delivery, loaded.about, loaded);
      }
      const startedAt = performance.now();
      const sent = await send({ ...loaded, begin });
      if (sent === 'withdrawn') return false;
      if (sent.outcome.kind === 'later' && closing.aborted) {
        // The stop broke the call off: not the vendor's failure. Another node sends it at once.
        const { data } = loaded.message;
        const { failures } = delivery;
        await store.postpone(autocommit, delivery, { at: clock(), failures, data, attempt: null });
        return false;
      }
      return settling.settle(delivery, loaded, { ...sent, startedAt });
    });
  };

  /** What is to be sent, or why it need not be tried. */
  async function load(delivery: LeasedDelivery, signal: AbortSignal): Promise<Omit<Sending, 'begin'> | NotSent> {
    return unitOfWork.read(async (work) => {
      const [found, message] = await Promise.all([
        findWithTenant(work, delivery.destination_id),
        store.findOutgoing(work, delivery.id),
      ]);
      const tenant = found?.tenant ?? { widgetId: delivery.widget_id, accountId: 0, buttonGuid: '' };
      if (!message || message.deleted_at !== null) return { about: { tenant }, outcome: { kind: 'skipped' } };
      const reason = reasonNotToSend(found?.connection, message, work.now);
      if (found && message.data?.is_calling && isSentOnce(found.connection, message)) {
        return { about: found, outcome: unknown() };
      }
      if (!found || reason) {
        const isWithdrawable = message.is_outreach && message.parts === 0;
        return { about: { tenant, ...found }, outcome: fail(reason ?? 'not_connected'), isWithdrawable };
      }
      const template = isWindowClosed(message, work.now) ? templateOf(found.connection, message) : undefined;
      return { delivery, message, template, connection: found.connection, tenant, signal };
    });
  }

  return { deliver };
}

/** Why a message can't be sent now, without a call. */
function reasonNotToSend(
  connection: Connection | undefined,
  message: store.OutgoingMessage,
  now: Temporal.Instant,
): DeliveryReason | undefined {
  if (!connection || isOfAnotherAccount(connection, message)) return 'not_connected';
  if (connection.status !== 'enabled') return 'cabinet_disabled';
  if (connection.rejected_at !== null) return 'credential_rejected';
  return isWindowClosed(message, now) && !templateOf(connection, message) ? 'window_closed' : undefined;
}

/** The person wrote to another account of ours, which the new one can't answer for. */
export const isOfAnotherAccount = (
  { account_id: connected }: Pick<Connection, 'account_id'>,
  { account_id: written }: Pick<store.OutgoingMessage, 'account_id'>,
) => written !== null && connected !== null && written !== connected;
