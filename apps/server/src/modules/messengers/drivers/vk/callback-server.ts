import { type Access, VendorRefusal } from '../access.ts';
import type { Hook, HookState, State } from '../driver.ts';
import { idOf, type Json, objectsOf, textOf } from '../requests.ts';
import { callMethod, hasCode, VERSION } from './api.ts';
import { communityOf } from './community.ts';

export const EVENTS = {
  message_new: 1,
  message_reply: 1,
  message_edit: 1,
  message_allow: 1,
  message_deny: 1,
  message_read: 1,
};

/** A server that is unknown. The wire says 100, the schema of the API 104. */
const UNKNOWN = ['100', '104'];

export async function register(access: Access, hook: Hook, keep: (state: State) => Promise<void>): Promise<State> {
  const group_id = await communityOf(access);
  const known = await findServerId(access, group_id, hook);
  const { code } = await callMethod(access, 'groups.getCallbackConfirmationCode', { group_id });
  // VK asks the hook for the code before it answers the next call.
  await keep({ ...(known !== undefined && { server_id: known }), code });
  const server_id = await placeServer(access, group_id, { hook, known });
  const state = { code, server_id };
  await keep(state);
  await callMethod(access, 'groups.setCallbackSettings', { group_id, server_id, api_version: VERSION, ...EVENTS });
  const server = await findServer(access, group_id, (each) => idOf(each.id) === server_id);
  if (server?.status === 'failed') throw unconfirmed();
  return state;
}

export async function unregister(access: Access, hook: Hook) {
  const group_id = await communityOf(access);
  const server_id = await findServerId(access, group_id, hook);
  if (server_id === undefined) return;
  await callMethod(access, 'groups.deleteCallbackServer', { group_id, server_id }).catch((error) => {
    if (!hasCode(error, ...UNKNOWN)) throw error;
  });
}

/** Servers of other systems are no conflict: a community has up to ten, and all get its events. */
export async function check(access: Access, { url }: Hook): Promise<HookState> {
  const { server_id } = access.state;
  const server = await findServer(
    access,
    await communityOf(access),
    (each) => each.url === url && (server_id === undefined || idOf(each.id) === server_id),
  );
  return server?.status === 'ok' || server?.status === 'wait' ? 'registered' : 'missing';
}

/** Without an id, a server may still be there: one that was added by a call whose answer got lost. */
async function findServerId(access: Access, group_id: string, { url }: Hook): Promise<string | undefined> {
  return access.state.server_id ?? idOf((await findServer(access, group_id, (each) => each.url === url))?.id);
}

async function findServer(access: Access, group_id: string, isMeant: (server: Json) => boolean): Promise<Json> {
  const answer = await callMethod(access, 'groups.getCallbackServers', { group_id });
  return objectsOf(answer?.items).find(isMeant);
}

async function placeServer(access: Access, group_id: string, { hook, known }: { hook: Hook; known?: string }) {
  const values = { group_id, url: hook.url, title: 'Parley', secret_key: hook.secret };
  if (known !== undefined) {
    try {
      await callMethod(access, 'groups.editCallbackServer', { ...values, server_id: known });
      return known;
    } catch (error) {
      if (!hasCode(error, ...UNKNOWN)) throw error;
    }
  }
  const added = await callMethod(access, 'groups.addCallbackServer', values);
  return String(added.server_id);
}

const unconfirmed = () =>
  new VendorRefusal(
    { verdict: { kind: 'refused', reason: 'content_rejected' }, detail: 'VK could not confirm the callback server' },
    200,
  );

/** The answer to VK's request for confirmation. */
export const confirmationOf = (state: State) => textOf(state.code) ?? 'ok';
