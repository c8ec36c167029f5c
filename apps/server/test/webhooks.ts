import { api, type EventName, type LegacyEventName } from '@parley/contract';
import type { TestApp } from './harness.ts';
import type { Owner } from './owners.ts';
import { until } from './until.ts';

export const SECRET = 'a secret of sixteen or more';

interface Wanted {
  events?: (EventName | LegacyEventName)[];
  secret?: string;
  is_legacy_compat?: boolean;
}

/** Subscribes a URL to changes of contacts, or to what is named. */
export async function subscribe(owner: Owner, url: string, wanted: Wanted = {}) {
  const body = { url, events: ['contact.updated' as const], secret: SECRET, ...wanted };
  return (await owner.call(api.webhooks.create, { body })).data;
}

export async function addContact(owner: Owner) {
  return (await owner.call(api.contacts.create, { body: { name: 'Ira' } })).data.id;
}

/** One event: a contact has another name. */
export async function changeContact(owner: Owner, id?: string) {
  const contact = id ?? (await addContact(owner));
  await owner.call(api.contacts.update, { params: { id: contact }, body: { name: `Ira ${Math.random()}` } });
  return contact;
}

/** The delivery log of a subscription, newest first. */
export async function logOf(owner: Owner, id: number, query: { status?: Status; event_type?: EventName } = {}) {
  return (await owner.call(api.webhooks.listDeliveries, { params: { id }, query })).data.data;
}

type Status = 'pending' | 'delivered' | 'failed' | 'skipped';

/** The newest delivery, once it is that and has been tried so often. */
export function logged(owner: Owner, id: number, status: Status, attempts = 1) {
  return until(async () => {
    const [newest] = await logOf(owner, id);
    return newest?.status === status && newest.attempts.length === attempts && newest;
  }, `the delivery is ${status} after ${attempts} attempts`);
}

/** Lets so much time pass for the server. */
export function pass({ clock }: TestApp, seconds: number) {
  clock.now = clock.now.add({ seconds });
}
