import type { Tenant } from '../../../../kernel/auth/principal.ts';
import { asSystem, type WidgetWork } from '../../../../kernel/data/context.ts';
import { failureOf } from '../../../../kernel/deliveries/failure.ts';
import type { Outcome } from '../../../../kernel/deliveries/store.ts';
import type { Services } from '../../../../kernel/module.ts';
import * as messages from '../../../conversations/messages/index.ts';
import { metricsOf } from './metrics.ts';
import * as store from './store.ts';

type Place = Awaited<ReturnType<typeof store.listPlaces>>[number];
type Change = messages.DeliveryChange | { messageId: number; isNone: true };

/** A merge that moves messages meanwhile is followed this often. */
const MAX_ROUNDS = 3;

/** Counts the attempts to deliver replies, and tells agents what became of their messages. */
export function createOutcomeRecorder({ unitOfWork, metrics }: Pick<Services, 'unitOfWork' | 'metrics'>) {
  const { count } = metricsOf(metrics);
  const record = createMessageRecorder({ unitOfWork });
  return async (outcomes: Outcome[]) => {
    await record(outcomes);
    for (const { status, attempt } of outcomes) {
      if (status !== 'pending') count(status);
      else if (attempt) count('retried');
    }
  };
}

/** Stores what became of messages with them. A delivery that is tried again has changed nothing. */
export function createMessageRecorder({ unitOfWork }: Pick<Services, 'unitOfWork'>) {
  return async (outcomes: Outcome[]) => {
    const ended = outcomes.filter(({ status }) => status !== 'pending');
    for (const own of Map.groupBy(ended, ({ delivery }) => delivery.widget_id).values()) await recordInWidget(own);
  };

  async function recordInWidget(outcomes: Outcome[]) {
    let left = outcomes;
    for (let rounds = 0; left.length && rounds < MAX_ROUNDS; rounds += 1) {
      const places = await unitOfWork.read((work) => store.listPlaces(work, idsOf(left)));
      const tenant = tenantOf(left, places);
      if (!tenant) return;
      left = await unitOfWork.write({ tenant }, (work) => recordAt(asSystem(work, tenant), places, left));
    }
  }
}

const idsOf = (outcomes: Outcome[]) => outcomes.map(({ delivery }) => delivery.id);

function tenantOf([first]: Outcome[], [place]: Place[]): Tenant | undefined {
  if (!first || !place) return undefined;
  return { widgetId: first.delivery.widget_id, accountId: place.account_id, buttonGuid: place.button_guid };
}

/** Locks the chats in order of id, as all that lock several do. Returns what was moved before its chat was locked. */
async function recordAt(ctx: WidgetWork, places: Place[], outcomes: Outcome[]) {
  const byId = new Map(outcomes.map((outcome) => [outcome.delivery.id, outcome]));
  const byChat = Map.groupBy(places, ({ chat_id }) => chat_id);
  // Statements of one tick run in their order, so that all chats take the round trips of one.
  await Promise.all([...byChat].map(([chatId, own]) => changeMessages(ctx, chatId, toChanges(own, byId))));
  const before = new Map(places.map(({ id, chat_id }) => [id, chat_id]));
  const moved = (await store.listPlaces(ctx, [...byId.keys()])).filter(({ id, chat_id }) => before.get(id) !== chat_id);
  return moved.flatMap(({ id }) => byId.get(id) ?? []);
}

async function changeMessages(ctx: WidgetWork, chatId: number, changes: Change[]) {
  const settled = changes.filter((change) => 'status' in change);
  const unsent = changes.flatMap((change) => ('isNone' in change ? change.messageId : []));
  if (settled.length) await messages.setDelivery(ctx, chatId, settled);
  if (unsent.length) await messages.clearDelivery(ctx, chatId, unsent);
}

function toChanges(places: Place[], byId: Map<number, Outcome>): Change[] {
  return places.flatMap(({ id, message_id: messageId, has_no_url }): Change[] => {
    const outcome = byId.get(id);
    if (!outcome) return [];
    if (outcome.status === 'delivered') return [{ messageId, status: 'delivered', isRepeated: true }];
    if (outcome.status === 'failed')
      return [{ messageId, status: 'failed', isRepeated: true, ...failureOf(outcome.attempt) }];
    if (has_no_url) return [{ messageId, isNone: true }];
    return [{ messageId, status: 'failed', isRepeated: true, reason: 'not_connected' }];
  });
}
