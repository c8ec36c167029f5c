import { api, type EventName, type LegacyEventName, type TEST_EVENT } from '@parley/contract';
import type { TestApp } from './harness.ts';
import type { Owner } from './owners.ts';
import { until } from './until.ts';

export const SECRET = 'a secret of sixteen or more';

interface SubscriptionOptions {
  events?: (EventName | LegacyEventName)[];
  secret?: string;
  is_legacy_compat?: boolean;
}

/** Subscribes a URL to contact changes, or to the named events. */
export async function subscribe(owner: Owner, url: string, wanted: SubscriptionOptions = {}) {
  const body = { url, events: ['contact.updated' as const], secret: SECRET, ...wanted };
  return (await owner.call(api.webhooks.create, { body })).data;
}

export async function addContact(owner: Owner) {
  return (await owner.call(api.contacts.create, { body: { name: 'Ira' } })).data.id;
}

/** Emits one event by renaming a contact. */
export async function changeContact(owner: Owner, id?: string) {
  const contact = id ?? (await addContact(owner));
  await owner.call(api.contacts.update, { params: { id: contact }, body: { name: `Ira ${Math.random()}` } });
  return contact;
}

/** A subscription's delivery log, newest first. */
export async function logOf(
  owner: Owner,
  id: number,
  query: { status?: Status; event_type?: EventName | typeof TEST_EVENT } = {},
) {
  return (await owner.call(api.webhooks.listDeliveries, { params: { id }, query })).data.data;
}

type Status = 'pending' | 'delivered' | 'failed' | 'skipped';

/** The newest delivery, once it has this status and number of attempts. */
export function untilLogged(owner: Owner, id: number, status: Status, attempts = 1) {
  return until(async () => {
    const [newest] = await logOf(owner, id);
    return newest?.status === status && newest.attempts.length === attempts && newest;
  }, `the delivery is ${status} after ${attempts} attempts`);
}

export function advanceClock({ clock }: TestApp, seconds: number) {
  clock.now = clock.now.add({ seconds });
}
