import { type Access, VendorRefusal } from './access.ts';
import type { Driver, Identity, Polled } from './driver.ts';
import { equalsSecret, type Json, objectsOf, parseObject, textOf } from './requests.ts';
import { callMethod, classify, VERSION } from './vk/api.ts';
import { check, confirmationOf, EVENTS, register, unregister } from './vk/callback-server.ts';
import { communityOf, identify } from './vk/community.ts';
import { isOfAnother, readUpdate } from './vk/updates.ts';
import { uploadFile } from './vk/uploads.ts';

// The API of VK for communities: https://dev.vk.com

export const vk: Driver = {
  hosts: { api: 'https://api.vk.com' },
  modes: ['webhook', 'polling'],
  limits: { text: 4_096, caption: 4_096, file: 50 * 1_048_576, image: 50 * 1_048_576 },
  pace: { perSecond: 20, chatMs: 0 },
  windowHours: null,
  isIdempotent: true,
  isProbed: true,

  classify,
  identify,
  register,
  unregister,
  check,

  authenticate({ body }, { hook }) {
    const update = parseObject(body);
    if (!update) return true;
    // The schema promises no secret here; what we answer serves nobody but the community's admins.
    if (update.type === 'confirmation' && update.secret === undefined) return true;
    return equalsSecret(textOf(update.secret), hook.secret);
  },

  read({ body }, { account, state }) {
    const update = parseObject(body);
    if (!update) return 'malformed';
    const community = account?.id ?? null;
    const isConfirmation = update.type === 'confirmation' && !isOfAnother(update, community);
    return {
      events: readUpdate(update, community),
      answer: { type: 'text/plain', body: isConfirmation ? confirmationOf(state) : 'ok' },
    };
  },

  begin,
  poll,

  async send(access, { person, key, content }) {
    if (content.kind === 'location') throw new TypeError('VK takes no locations');
    const message =
      content.kind === 'text'
        ? { message: content.text }
        : {
            attachment: await uploadFile(access, person, content.file),
            ...(content.caption !== undefined && { message: content.caption }),
          };
    return String(await callMethod(access, 'messages.send', { user_id: person, random_id: key, ...message }));
  },

  async edit(access, { person, id }, text) {
    await callMethod(access, 'messages.edit', { peer_id: person, message_id: id, message: text });
  },

  async remove(access, { id }) {
    const answer = await callMethod(access, 'messages.delete', { message_ids: id, delete_for_all: 1 });
    // Each message has an outcome of its own; older versions of the API have only a 1 by its id.
    const outcome: Json = Array.isArray(answer) ? answer[0] : { response: answer?.[id] };
    if (outcome?.response) return;
    const code = outcome?.error?.code;
    throw new VendorRefusal(
      {
        verdict: { kind: 'refused', reason: 'content_rejected' },
        code: code === undefined ? null : String(code),
        detail: textOf(outcome?.error?.description) ?? null,
      },
      200,
    );
  },

  async markSeen(access, { person, id }) {
    await callMethod(access, 'messages.markAsRead', { peer_id: person, start_message_id: id });
  },

  async typing(access, { person }) {
    await callMethod(access, 'messages.setActivity', { peer_id: person, type: 'typing' });
  },

  async profile(access, { person }) {
    const [user] = objectsOf(await callMethod(access, 'users.get', { user_ids: person, fields: 'screen_name' }));
    // The name of a deleted account is `DELETED`.
    if (!user || user.deactivated) return {};
    const name = [textOf(user.first_name), textOf(user.last_name)].filter(Boolean).join(' ');
    return name ? { name } : {};
  },

  // Attachments have their addresses with them.
  fetchMedia: async (_access, ref) => ({ url: ref }),

  link: ({ link }, code) => (link ? `${link}?ref=${code}` : undefined),
};

/** Has the queue filled, and returns its end. */
async function begin(access: Access): Promise<string> {
  const group_id = await communityOf(access);
  const settings = { group_id, enabled: 1, api_version: VERSION, ...EVENTS };
  await callMethod(access, 'groups.setLongPollSettings', settings);
  const { ts } = await callMethod(access, 'groups.getLongPollServer', { group_id });
  return String(ts);
}

/** The place in the queue alone is kept: the key of the server is a secret, and VK tells both for each poll. */
async function poll(access: Access, position: string | null, waitSeconds: number): Promise<Polled> {
  if (position === null) return { events: [], position: await begin(access) };
  const group_id = await communityOf(access);
  const { server, key, ts } = await callMethod(access, 'groups.getLongPollServer', { group_id });
  const query = new URLSearchParams({ act: 'a_check', key, ts: position, wait: String(waitSeconds) });
  const { json } = await access.call({ url: `${server}?${query}`, timeoutMs: (waitSeconds + 10) * 1_000 });
  switch (json.failed) {
    case undefined:
      return {
        events: objectsOf(json.updates).flatMap((each) => readUpdate(each, group_id)),
        position: String(json.ts),
      };
    // Some updates are gone: go on where VK says.
    case 1:
      return { events: [], position: String(json.ts) };
    // The key is no longer valid; the next poll has another.
    case 2:
      return { events: [], position };
    default:
      return { events: [], position: String(ts) };
  }
}

/** Names of what the token may do, such as `manage`, `messages`, `photos` and `docs`. */
export async function listPermissions(access: Access): Promise<string[]> {
  const answer = await callMethod(access, 'groups.getTokenPermissions');
  return objectsOf(answer?.permissions).flatMap(({ name }) => textOf(name) ?? []);
}

const ADDRESS = /^(?:https?:\/\/)?(?:(?:m|www)\.)?vk\.(?:com|ru|me)\//;

/** Whether an id, a name or an address, as a person writes it, is this community. */
export function namesCommunity(text: string, { account }: Pick<Identity, 'account'>): boolean {
  const name = text
    .trim()
    .toLowerCase()
    .replace(ADDRESS, '')
    .replace(/^@/, '')
    .replace(/[/?#].*$/s, '');
  const [, id] = /^(?:club|public|event)?(\d+)$/.exec(name) ?? [];
  return id === account.id || (name !== '' && name === account.username?.toLowerCase());
}
