import { type Access, type VendorAnswer, verdictOfStatus } from './access.ts';
import type { Driver } from './driver.ts';
import type { Content, Person, VendorEvent } from './events.ts';
import { idOf, type Json, objectsOf, parseJson, textOf, timeOf } from './requests.ts';

// AliExpress Russia: https://business.aliexpress.ru/docs/manage-instant-messages
// What its answers look like is documented to registered sellers alone, so several shapes are read.

const PAGE = 50;

/** How far the first poll walks at most, if the history is told from its beginning. */
const HISTORY_PAGES = 40;

export const ali: Driver = {
  hosts: { api: 'https://openapi.aliexpress.ru' },
  modes: ['polling'],
  limits: { text: 2_000, caption: 0, file: 0, image: 10 * 1_048_576 },
  pace: { perSecond: 5, chatMs: 1_000 },
  windowHours: null,
  isIdempotent: false,
  pollEveryMs: 5_000,

  classify(answer) {
    const { status, json } = answer;
    const error = json?.error ?? objectsOf(json?.errors)[0];
    const said = {
      code: idOf(error?.code) ?? idOf(json?.code) ?? String(status),
      detail: textOf(error?.message) ?? textOf(error) ?? textOf(json?.message) ?? null,
    };
    const verdict = verdictOfStatus(answer);
    if (verdict.kind === 'ok' && error) return { verdict: { kind: 'refused', reason: 'content_rejected' }, ...said };
    return verdict.kind === 'ok' ? { verdict } : { verdict, ...said };
  },

  // There are no hooks: what comes to one is not from AliExpress.
  authenticate: () => false,
  read: () => ({ events: [] }),

  begin: skipHistory,

  async poll(access, position) {
    if (position === null) return { events: [], position: await skipHistory(access) };
    const messages = await messagesAfter(access, position);
    return { events: messages.flatMap(readMessage), position: idIn(messages.at(-1)) ?? position };
  },

  async send(access, { person, content, key }) {
    const { type, payload } =
      content.kind === 'file'
        ? { type: 'image', payload: { url: content.file.link } }
        : { type: 'text', payload: { text: content.kind === 'text' ? content.text : '' } };
    const answer = await post(access, 'new-messages', {
      to_user_login_id: person,
      created_at: nowOf(access),
      type,
      payload,
    });
    const json = parseJson(answer.body);
    return [json?.data, json?.message, json].map(idIn).find((id) => id !== undefined) ?? `sent:${key}`;
  },

  async markSeen(access, { person }) {
    await post(access, 'read-messages', { to_user_login_id: person, created_at: nowOf(access) });
  },

  // A picture is a public link.
  fetchMedia: async (_access, ref) => ({ url: ref }),
};

const nowOf = ({ now }: Access) => new Date(now).toISOString();

const urlOf = ({ hosts }: Access, name: string) => `${hosts.api}/api/v2/seller/${name}`;

const post = (access: Access, name: string, json: object) =>
  access.call({ url: urlOf(access, name), headers: { 'x-auth-token': access.token }, json });

/** Messages that came before the connection are nobody's to answer here. */
async function skipHistory(access: Access): Promise<string> {
  let position = '';
  for (let page = 0; page < HISTORY_PAGES; page += 1) {
    const messages = await messagesAfter(access, position);
    const last = idIn(messages.at(-1));
    if (last === undefined || last === position) break;
    position = last;
    if (messages.length < PAGE - 1) break;
  }
  return position;
}

/** Oldest first. Whether `from_message_id` itself is in the answer is not documented. */
async function messagesAfter(access: Access, position: string): Promise<Json[]> {
  const query = new URLSearchParams({ ...(position && { from_message_id: position }), limit: String(PAGE) });
  const url = `${urlOf(access, 'chat-messages')}?${query}`;
  const messages = listOf(await access.call({ url, headers: { 'x-auth-token': access.token } }));
  const ordered = (timeIn(messages[0]) ?? 0) > (timeIn(messages.at(-1)) ?? 0) ? messages.toReversed() : messages;
  return ordered.filter((message) => idIn(message) !== undefined && idIn(message) !== position);
}

function listOf({ body }: VendorAnswer): Json[] {
  const json = parseJson(body);
  const lists = [json, json?.data, json?.messages, json?.data?.messages, json?.result];
  return objectsOf(lists.find((list) => Array.isArray(list)));
}

const idIn = (message: Json) => idOf(message?.id) ?? idOf(message?.message_id);
const timeIn = (message: Json) => timeOf(message?.created_at ?? message?.createdAt);

const OURS = /^(out|seller|shop)/i;

function readMessage(message: Json): VendorEvent[] {
  const id = idIn(message);
  const isOurs = [message.direction, message.sender_type, message.sender?.type, message.sender?.role].some((said) =>
    OURS.test(textOf(said) ?? ''),
  );
  const person = isOurs ? recipientOf(message) : senderOf(message);
  if (id === undefined || !person) return [];
  const at = timeIn(message);
  const common = { id, conversation: person.id, ...(at !== undefined && { at }) };
  return [
    { ...common, kind: isOurs ? 'typed-elsewhere' : 'message', person, messageId: id, content: contentOf(message) },
  ];
}

const senderOf = ({ from_user_login_id: login, from_user_name: name, sender, sender_login_id, sender_name }: Json) =>
  personOf([login, sender_login_id, sender], [name, sender_name]);

const recipientOf = ({ to_user_login_id: login, to_user_name: name, recipient, recipient_login_id }: Json) =>
  personOf([login, recipient_login_id, recipient], [name]);

/** A person is an id, or an object with one. */
function personOf(given: Json[], names: Json[]): Person | undefined {
  const ids = given.flatMap((each) => [each, each?.user_login_id, each?.login_id, each?.id]).map(idOf);
  const id = ids.find((each) => each !== undefined);
  const name = [...names, ...given.map((each) => each?.name)].map(textOf).find((each) => each !== undefined);
  return id === undefined ? undefined : { id, ...(name && { name }) };
}

const FILES: Record<string, { isImage: boolean; name: string }> = {
  image: { isImage: true, name: 'photo.jpg' },
  video: { isImage: false, name: 'video.mp4' },
  audio: { isImage: false, name: 'audio.mp3' },
  file: { isImage: false, name: 'file' },
};

function contentOf({ type, text, payload, content }: Json): Content {
  const kind = textOf(type)?.toLowerCase() ?? 'text';
  const body = payload ?? content;
  const file = Object.hasOwn(FILES, kind) ? FILES[kind] : undefined;
  const url = [body?.url, body?.image_url].map(textOf).find((each) => each && /^https?:\/\//.test(each));
  if (file && url) {
    const caption = textOf(body?.text) ?? textOf(text);
    const { isImage, name } = file;
    return { files: [{ ref: url, isImage, name: textOf(body?.name) ?? name }], ...(caption && { text: caption }) };
  }
  const said = textOf(text) ?? textOf(body?.text) ?? textOf(body);
  return said === undefined || file ? { unknown: textOf(type) ?? 'message' } : { text: said };
}
