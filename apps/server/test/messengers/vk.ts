import { randomBytes, randomInt } from 'node:crypto';
import {
  type Customer,
  type FakeVendor,
  type Fate,
  type Push,
  startFake,
  type VendorCall,
  type VendorReply,
  type Written,
} from './fake-vendor.ts';
import { createVkEvents, type VkUpdate } from './vk-events.ts';
import { createVkFiles } from './vk-files.ts';

/** What each method needs, and the permission of the token for it. */
const METHODS: Record<string, { needs: string[]; permission?: string }> = {
  'groups.getById': { needs: [] },
  'groups.getTokenPermissions': { needs: [] },
  'groups.getCallbackConfirmationCode': { needs: ['group_id'], permission: 'manage' },
  'groups.getCallbackServers': { needs: ['group_id'], permission: 'manage' },
  'groups.addCallbackServer': { needs: ['group_id', 'url', 'title'], permission: 'manage' },
  'groups.editCallbackServer': { needs: ['group_id', 'server_id', 'url', 'title'], permission: 'manage' },
  'groups.deleteCallbackServer': { needs: ['group_id', 'server_id'], permission: 'manage' },
  'groups.setCallbackSettings': { needs: ['group_id', 'server_id'], permission: 'manage' },
  'groups.setLongPollSettings': { needs: ['group_id'], permission: 'manage' },
  'groups.getLongPollServer': { needs: ['group_id'], permission: 'manage' },
  'users.get': { needs: ['user_ids'] },
  'messages.send': { needs: ['user_id', 'random_id'], permission: 'messages' },
  'messages.edit': { needs: ['peer_id', 'message_id', 'message'], permission: 'messages' },
  'messages.delete': { needs: ['message_ids'], permission: 'messages' },
  'messages.markAsRead': { needs: ['peer_id'], permission: 'messages' },
  'messages.setActivity': { needs: ['peer_id', 'type'], permission: 'messages' },
  'photos.getMessagesUploadServer': { needs: ['peer_id'], permission: 'photos' },
  'photos.saveMessagesPhoto': { needs: ['photo', 'server', 'hash'], permission: 'photos' },
  'docs.getMessagesUploadServer': { needs: ['peer_id'], permission: 'docs' },
  'docs.save': { needs: ['file'], permission: 'docs' },
};

const ok = (response: unknown): VendorReply => ({ json: { response } });
const no = (error_code: number, error_msg: string): VendorReply => ({ json: { error: { error_code, error_msg } } });
const invalid = (what: string) => no(100, `One of the parameters specified was missing or invalid: ${what}`);

const REFUSALS: Record<Exclude<Fate, 'ok' | 'hung'>, VendorReply> = {
  limited: no(6, 'Too many requests per second'),
  broken: no(10, 'Internal server error'),
  credential_rejected: no(5, 'User authorization failed: invalid access_token (4).'),
  recipient_blocked: no(901, "Can't send messages for users without permission"),
  recipient_unknown: no(113, 'Invalid user id'),
  window_closed: no(950, "Can't send message, reply timed out"),
  content_rejected: no(914, 'Message is too long'),
};

interface VkOptions {
  port?: number;
  token?: string;
  permissions?: string[];
}

/** The API of VK for communities, for one community; `community` is its id. */
export async function startVk({
  port,
  token = `vk1.a.${randomBytes(32).toString('hex')}`,
  permissions = ['manage', 'messages', 'photos', 'docs'],
}: VkOptions = {}): Promise<FakeVendor & { community: string }> {
  let known = token;
  let last: Push | undefined;
  let lastId = randomInt(1_000, 1_000_000);
  const groupId = randomInt(100_000_000, 200_000_000);
  const group = { id: groupId, name: 'Shop', screen_name: `shop${groupId}`, is_closed: 0, type: 'group' };
  const people = new Map<string, Customer>();
  const denied = new Set<string>();
  /** Ids of messages by recipient and `random_id`: VK sends none of them twice. */
  const keys = new Map<string, number>();

  const fake = await startFake({
    vendor: 'vk',
    port,
    recipientOf: ({ path, json }) =>
      /^\/method\/messages\.(send|edit)$/.test(path) ? String(json?.user_id ?? json?.peer_id) : undefined,
    refuse: (fate) => REFUSALS[fate],
    async handle(call) {
      const [, folder, name = ''] = /^\/(\w+)\/(.+)$/.exec(call.path) ?? [];
      if (folder === 'files') return files.download(name);
      if (folder === 'upload') return files.upload(name, call);
      if (folder === 'lp') return events.poll(call.query);
      const handler = methods[name];
      if (folder !== 'method' || !handler) return no(3, 'Unknown method passed');
      return refuseCall(name, call) ?? handler(call);
    },
  });
  const files = createVkFiles({ url: () => fake.url, groupId });
  const events = createVkEvents({
    url: () => fake.url,
    groupId,
    setHook: (url) => {
      fake.hookUrl = url;
    },
    isClosed: () => fake.isClosed,
  });

  /** What is wrong with a call of any method. */
  function refuseCall(name: string, { json, headers }: VendorCall): VendorReply | undefined {
    const given = json?.access_token ?? /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    const { needs = [], permission } = METHODS[name] ?? {};
    if (given !== known) return no(5, 'User authorization failed: invalid access_token (4).');
    if (!json?.v) return no(8, 'Invalid request: v (version) is required');
    const missing = needs.find((field) => !json[field]);
    if (missing) return invalid(`${missing} is undefined`);
    if (json.group_id && json.group_id !== String(groupId)) return no(15, 'Access denied');
    if (permission && !permissions.includes(permission)) return no(15, 'Access denied: no access to call this method');
    return undefined;
  }

  const methods: Record<string, (call: VendorCall) => VendorReply | Promise<VendorReply>> = {
    'groups.getById': () => ok({ groups: [group], profiles: [] }),
    'groups.getTokenPermissions': () =>
      ok({ mask: 0, permissions: permissions.map((name, at) => ({ name, setting: 1 << at })) }),
    ...events.methods,
    ...files.methods,
    'users.get': ({ json }) => {
      const found = people.get(json.user_ids);
      const [first_name, last_name = ''] = found?.name.split(' ') ?? [];
      return ok(found ? [{ id: Number(found.id), first_name, last_name, can_access_closed: true }] : []);
    },
    'messages.send': ({ json }) => send(json),
    'messages.edit'({ json }) {
      const message = fake.sent.find(({ id, person }) => id === json.message_id && person === json.peer_id);
      if (!message) return invalid('message_id is invalid');
      Object.assign(message, { text: json.message, isEdited: true });
      return ok(1);
    },
    'messages.delete'({ json }) {
      const message = fake.sent.find(({ id, isRemoved }) => id === json.message_ids && !isRemoved);
      const message_id = Number(json.message_ids);
      const error = { code: 924, description: "Can't delete this message for everybody" };
      if (!message) return ok([{ message_id, response: 0, error }]);
      message.isRemoved = true;
      return ok([{ peer_id: Number(message.person), message_id, response: 1 }]);
    },
    'messages.markAsRead': () => ok(1),
    'messages.setActivity': () => ok(1),
  };

  function send(json: Record<string, string | undefined>): VendorReply {
    const { user_id: person = '', random_id, message: text, attachment } = json;
    const attached = attachment === undefined ? undefined : files.find(attachment);
    if (!text && !attachment) return invalid('message is empty or invalid');
    if (attachment && !attached) return invalid('attachment is invalid');
    if ((text?.length ?? 0) > 4_096) return no(914, 'Message is too long');
    if (denied.has(person)) return REFUSALS.recipient_blocked;
    const key = `${person}:${random_id}`;
    const before = keys.get(key);
    if (before !== undefined) return ok(before);
    lastId += 1;
    keys.set(key, lastId);
    const content = attached ? { kind: attached.kind, file: attached.file } : { kind: 'text' as const };
    fake.sent.push({
      id: String(lastId),
      person,
      conversation: person,
      ...content,
      ...(text && { text }),
      at: performance.now(),
    });
    // What the API sends is told as well, without an author.
    const echo = messageOf(person, lastId, {
      from_id: -groupId,
      out: 1,
      text: text ?? '',
      random_id: Number(random_id),
    });
    void push(events.add('message_reply', echo), person);
    return ok(lastId);
  }

  const messageOf = (person: string, id: number, content: object) => ({
    id,
    conversation_message_id: id,
    date: Math.floor(Date.now() / 1_000),
    from_id: Number(person),
    peer_id: Number(person),
    out: 0,
    random_id: 0,
    attachments: [],
    fwd_messages: [],
    important: false,
    is_hidden: false,
    ...content,
  });

  async function push(update: VkUpdate | undefined, conversation: string) {
    if (!update) return;
    await fake.push({ body: JSON.stringify(update), conversation, answer: 'ok' });
  }

  /** As `push`, and remembered for `repeat`. */
  async function tell(type: string, object: object, conversation: string) {
    const update = events.add(type, object);
    if (update) last = { body: JSON.stringify(update), conversation };
    await push(update, conversation);
  }

  function contentOf({ text, file, coords, isUnknown, code }: Written) {
    const poll = { type: 'poll', poll: { id: 1, owner_id: -groupId, question: 'Which one?' } };
    const attachments = [...(file ? [files.attach(file)] : []), ...(isUnknown ? [poll] : [])];
    const geo = coords && { type: 'point', coordinates: { latitude: coords.lat, longitude: coords.lng } };
    return {
      // Who follows a link has to write something.
      text: text ?? (code === undefined ? '' : 'Hello'),
      attachments,
      ...(geo && { geo }),
      ...(code !== undefined && { ref: code, ref_source: 'vk.me' }),
    };
  }

  return Object.assign(fake, {
    credential: { url: null, token },
    community: String(groupId),
    async write(from: Customer, content: Written) {
      lastId += 1;
      const id = lastId;
      people.set(from.id, from);
      const client_info = { button_actions: ['text'], keyboard: true, inline_keyboard: true, lang_id: 0 };
      await tell('message_new', { message: messageOf(from.id, id, contentOf(content)), client_info }, from.id);
      return String(id);
    },
    repeat: async () => (last ? fake.pushOnce(last) : null),
    edit: (from: Customer, id: string, text: string) =>
      tell(
        'message_edit',
        messageOf(from.id, Number(id), { text, update_time: Math.floor(Date.now() / 1_000) }),
        from.id,
      ),
    async read(by: Customer, upTo?: string) {
      const read_message_id = Number(upTo ?? fake.sent.findLast(({ person }) => person === by.id)?.id ?? lastId);
      const reader = { from_id: Number(by.id), peer_id: Number(by.id) };
      await tell('message_read', { ...reader, read_message_id, conversation_message_id: read_message_id }, by.id);
    },
    block(by: Customer) {
      denied.add(by.id);
      return tell('message_deny', { user_id: Number(by.id) }, by.id);
    },
    allow(by: Customer) {
      denied.delete(by.id);
      return tell('message_allow', { user_id: Number(by.id), key: '' }, by.id);
    },
    async typeElsewhere(to: Customer, text: string) {
      lastId += 1;
      const written = { from_id: -groupId, out: 1, text, random_id: randomInt(1, 2 ** 31 - 1), admin_author_id: 77 };
      await tell('message_reply', messageOf(to.id, lastId, written), to.id);
    },
    takeHook: events.addOther,
    loseHook: events.loseServers,
    revoke() {
      known = 'revoked';
    },
  });
}
