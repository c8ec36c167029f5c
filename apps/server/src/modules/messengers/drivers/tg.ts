import { type Access, VendorRefusal, verdictOfFailure } from './access.ts';
import type { Driver } from './driver.ts';
import type { Content, Person, VendorEvent } from './events.ts';
import { toHtml } from './markup.ts';
import { equalsSecret, parseObject, requireId } from './requests.ts';

// Telegram's Bot API: https://core.telegram.org/bots/api

const UPDATES = ['message', 'edited_message', 'my_chat_member'];

/** Private chats only: the id of one is that of its person. */
const isPrivate = (chat: { type: string } | undefined) => chat?.type === 'private';

const method = ({ hosts, token }: Access, name: string) => `${hosts.api}/bot${token}/${name}`;

export const tg: Driver = {
  hosts: { api: 'https://api.telegram.org' },
  modes: ['webhook', 'polling'],
  limits: { text: 4_096, caption: 1_024, file: 50 * 1_048_576, image: 10 * 1_048_576 },
  pace: { perSecond: 30, chatMs: 1_000 },
  windowHours: null,
  isIdempotent: false,
  isProbed: true,
  hasKeyboard: true,
  hasLocation: true,

  classify({ status, json }) {
    if (json?.ok) return { verdict: { kind: 'ok' } };
    const said = { code: String(json?.error_code ?? status), detail: json?.description ?? null };
    if (status === 401 || status === 404) return { verdict: { kind: 'auth' }, ...said };
    if (status === 429) {
      const seconds = Number(json?.parameters?.retry_after) || undefined;
      return { verdict: { kind: 'rate', scope: 'chat', seconds }, ...said };
    }
    if (status === 403) return { verdict: { kind: 'refused', reason: 'recipient_blocked' }, ...said };
    // Another system reads the updates, or has a hook.
    if (status === 409)
      return { verdict: { kind: 'refused', reason: 'content_rejected', hookReason: 'conflict' }, ...said };
    if (status !== 400) return { verdict: verdictOfFailure(status), ...said };
    const isUnknown = /chat not found/i.test(said.detail ?? '');
    return { verdict: { kind: 'refused', reason: isUnknown ? 'recipient_unknown' : 'content_rejected' }, ...said };
  },

  async identify(access) {
    const { json } = await access.call({ url: method(access, 'getMe') });
    const { id, first_name: name = null, username = null } = json.result;
    return { account: { id: requireId(id), name, username }, link: username && `https://t.me/${username}` };
  },

  async register(access, { url, secret }) {
    await access.call({
      url: method(access, 'setWebhook'),
      json: { url, secret_token: secret, allowed_updates: UPDATES },
    });
    return {};
  },

  async unregister(access) {
    await access.call({ url: method(access, 'deleteWebhook'), json: {} });
  },

  async check(access, hook) {
    const { json } = await access.call({ url: method(access, 'getWebhookInfo') });
    const { url } = json.result;
    if (!url) return 'missing';
    return url === hook.url ? 'registered' : 'conflict';
  },

  authenticate: ({ headers }, { hook }) => equalsSecret(headers['x-telegram-bot-api-secret-token'], hook.secret),

  read({ body }, { token }) {
    const update: Update | undefined = parseObject(body);
    return update ? { events: readUpdate(update, botOf(token)) } : 'malformed';
  },

  async poll(access, position, waitSeconds) {
    const { json } = await access.call({
      url: method(access, 'getUpdates'),
      json: {
        limit: 100,
        timeout: waitSeconds,
        allowed_updates: UPDATES,
        ...(position && { offset: Number(position) }),
      },
      timeoutMs: (waitSeconds + 10) * 1_000,
    });
    const updates: Update[] = json.result;
    const next = updates.reduce((last, { update_id }) => Math.max(last, update_id + 1), Number(position ?? 0));
    return {
      events: updates.flatMap((update: Update) => readUpdate(update, botOf(access.token))),
      position: String(next),
    };
  },

  async send(access, { person, content }) {
    const target = { chat_id: Number(person) };
    if (content.kind === 'location') {
      const { lat: latitude, lng: longitude } = content;
      return sendPart(access, 'sendLocation', { json: { ...target, latitude, longitude } });
    }
    if (content.kind === 'file') {
      const { file, caption } = content;
      const field = file.isImage ? 'photo' : 'document';
      const values = { chat_id: person, ...(caption !== undefined && { caption }) };
      const fields = Object.entries(values).map(([name, value]) => ({ name, value }));
      const { bytes, name: filename, type } = file;
      return sendPart(access, file.isImage ? 'sendPhoto' : 'sendDocument', {
        multipart: [...fields, { name: field, bytes, filename, type }],
      });
    }
    const { text, markdown, buttons } = content;
    const keyboard = buttons && { inline_keyboard: buttons.map(({ label, url }) => [{ text: label, url }]) };
    const plain = { ...target, text, ...(keyboard && { reply_markup: keyboard }) };
    if (markdown === undefined) return sendPart(access, 'sendMessage', { json: plain });
    try {
      return await sendPart(access, 'sendMessage', { json: { ...plain, text: toHtml(markdown), parse_mode: 'HTML' } });
    } catch (error) {
      if (!(error instanceof VendorRefusal) || !/can't parse entities/i.test(error.detail ?? '')) throw error;
      return sendPart(access, 'sendMessage', { json: plain });
    }
  },

  async edit(access, { person, id }, text) {
    await access.call({
      url: method(access, 'editMessageText'),
      json: { chat_id: Number(person), message_id: idOf(id), text },
    });
  },

  async remove(access, { person, id }) {
    await access.call({
      url: method(access, 'deleteMessage'),
      json: { chat_id: Number(person), message_id: idOf(id) },
    });
  },

  async typing(access, { person }) {
    await access.call({ url: method(access, 'sendChatAction'), json: { chat_id: Number(person), action: 'typing' } });
  },

  async fetchMedia(access, ref) {
    const { json } = await access.call({ url: method(access, 'getFile'), json: { file_id: ref } });
    const { hosts, token } = access;
    const { file_path, file_size: size } = json.result;
    return { url: `${hosts.api}/file/bot${token}/${file_path}`, ...(size && { size }) };
  },

  link: ({ link }, code) => (link ? `${link}?start=${code}` : undefined),
};

async function sendPart(access: Access, name: string, body: Pick<Parameters<Access['call']>[0], 'json' | 'multipart'>) {
  const { json } = await access.call({ url: method(access, name), ...body });
  const { message_id, chat } = json.result;
  return messageIdOf(botOf(access.token), chat.id, message_id);
}

/** Telegram numbers the messages of each chat by itself, from 1 with each bot. */
const messageIdOf = (bot: string, chatId: number, id: number) => `${bot}:${chatId}:${id}`;
const idOf = (id: string) => Number(id.split(':')[2]);

/** A token begins with the id of its bot. */
const botOf = (token: string) => token.split(':')[0] ?? '';

interface Update {
  update_id: number;
  message?: Message;
  edited_message?: Message;
  my_chat_member?: {
    chat: { id: number; type: string };
    from: User;
    new_chat_member: { status: string };
    date?: number;
  };
}

interface User {
  id: number;
  is_bot?: boolean;
  first_name?: string;
  last_name?: string;
  language_code?: string;
}

interface FileInfo {
  file_id: string;
  file_name?: string;
  file_size?: number;
}

interface Message {
  message_id: number;
  from?: User;
  chat: { id: number; type: string };
  date: number;
  text?: string;
  caption?: string;
  photo?: FileInfo[];
  document?: FileInfo;
  voice?: FileInfo;
  audio?: FileInfo;
  video?: FileInfo;
  video_note?: FileInfo;
  sticker?: FileInfo & { is_animated?: boolean; is_video?: boolean };
  location?: { latitude: number; longitude: number };
  contact?: { phone_number: string; user_id?: number };
}

function readUpdate(update: Update, bot: string): VendorEvent[] {
  const { update_id, message, edited_message: edited, my_chat_member: member } = update;
  if (typeof update_id !== 'number') return [];
  const id = String(update_id);
  if (message?.from && !message.from.is_bot && isPrivate(message.chat))
    return [readMessage(id, message, { from: message.from, bot })];
  if (edited && isPrivate(edited.chat)) {
    const { chat, message_id, date } = edited;
    const text = edited.text ?? edited.caption ?? null;
    return [
      {
        id,
        kind: 'edited',
        conversation: String(chat.id),
        messageId: messageIdOf(bot, chat.id, message_id),
        text,
        at: date * 1_000,
      },
    ];
  }
  if (member && isPrivate(member.chat)) {
    const kind = member.new_chat_member.status === 'kicked' ? 'blocked' : 'allowed';
    return [{ id, kind, conversation: String(member.chat.id), person: personOf(member.from) }];
  }
  return [];
}

function readMessage(id: string, message: Message, { from, bot }: { from: User; bot: string }): VendorEvent {
  const { chat, date, text, contact } = message;
  const conversation = String(chat.id);
  const common = { id, conversation, at: date * 1_000 };
  // Only a card of their own says what their number is.
  const phone = contact?.user_id === from.id ? contact.phone_number : undefined;
  const person = { ...personOf(from), ...(phone && { phone }) };
  const [, code] = /^\/start(?: ([\w-]{1,64}))?$/.exec(text ?? '') ?? [undefined, undefined];
  if (text === '/start' || code !== undefined) return { ...common, kind: 'started', person, ...(code && { code }) };
  return {
    ...common,
    kind: 'message',
    person,
    messageId: messageIdOf(bot, chat.id, message.message_id),
    content: contentOf(message),
  };
}

function personOf({ id, first_name, last_name, language_code: locale }: User): Person {
  const name = [first_name, last_name].filter(Boolean).join(' ');
  return { id: String(id), ...(name && { name }), ...(locale && { locale }) };
}

function contentOf(message: Message): Content {
  const { text, caption, photo, sticker, location, contact } = message;
  const captioned = caption === undefined ? {} : { text: caption };
  if (text !== undefined) return { text };
  if (photo?.length)
    return { ...captioned, files: [toFile(photo.at(-1) as FileInfo, { isImage: true, name: 'photo.jpg' })] };
  if (sticker && !sticker.is_animated && !sticker.is_video)
    return { files: [toFile(sticker, { isImage: true, name: 'sticker.webp' })] };
  const [kind, file] =
    (['document', 'voice', 'audio', 'video', 'video_note'] as const)
      .map((each) => [each, message[each]] as const)
      .find(([, found]) => found) ?? [];
  if (kind && file) return { ...captioned, files: [toFile(file, { isImage: false, name: NAMES[kind] })] };
  if (location) return { coords: { lat: location.latitude, lng: location.longitude } };
  if (contact) return { text: contact.phone_number };
  return { unknown: kindOf(message) };
}

const NAMES = { document: 'file', voice: 'voice.ogg', audio: 'audio.mp3', video: 'video.mp4', video_note: 'video.mp4' };

function toFile(
  { file_id: ref, file_name, file_size: size }: FileInfo,
  { isImage, name }: { isImage: boolean; name: string },
) {
  return { ref, isImage, name: file_name ?? name, ...(size !== undefined && { size }) };
}

/** What a message has besides its content. */
const SURROUNDINGS = new Set(
  [
    'message_id message_thread_id from sender_chat sender_boost_count sender_business_bot business_connection_id chat date edit_date',
    'forward_origin is_topic_message is_automatic_forward reply_to_message external_reply quote reply_to_story via_bot',
    'has_protected_content is_from_offline media_group_id author_signature paid_star_count link_preview_options effect_id',
    'caption caption_entities entities show_caption_above_media has_media_spoiler reply_markup',
  ].flatMap((line) => line.split(' ')),
);

/** Telegram names a message by the member that has its content. */
function kindOf(message: Message) {
  return Object.keys(message).find((name) => !SURROUNDINGS.has(name)) ?? 'message';
}
