import type { Access } from './access.ts';
import type { Driver, OutgoingFile, Part, Verdict } from './driver.ts';
import type { Content, VendorEvent } from './events.ts';
import { toWhatsApp } from './markup.ts';
import {
  authenticateMeta,
  bearer,
  classifyGraph,
  codeIn,
  digitsOf,
  graph,
  LIMITED,
  linkToWhatsApp,
  nameOfFile,
  readChallenge,
  reasonOf,
  refused,
} from './meta.ts';
import { idOf, type Json, objectsOf, parseObject, requireId, textOf, timeOf } from './requests.ts';

// WhatsApp's Cloud API, where `sid` is the id of a phone number: https://developers.facebook.com/docs/whatsapp/cloud-api

const CODES: Record<number, Verdict> = {
  80007: LIMITED,
  130429: LIMITED,
  // Too many messages to one number.
  131056: { kind: 'rate', scope: 'chat' },
  131000: { kind: 'retry' },
  131016: { kind: 'retry' },
  131026: refused('recipient_unknown'),
  131047: refused('window_closed'),
  131050: refused('recipient_blocked'),
  131051: refused('content_rejected'),
  131053: refused('content_rejected'),
  // Templates: a wrong number of parameters, unknown in the language, too long, against a policy, a wrong format, paused, disabled.
  132000: refused('content_rejected'),
  132001: refused('content_rejected'),
  132005: refused('content_rejected'),
  132007: refused('content_rejected'),
  132012: refused('content_rejected'),
  132015: refused('content_rejected'),
  132016: refused('content_rejected'),
};

/** Large files take a while. */
const UPLOAD_MS = 60_000;

export const waCloud: Driver = {
  hosts: { api: 'https://graph.facebook.com' },
  modes: ['webhook'],
  limits: { text: 4_096, caption: 1_024, file: 100 * 1_048_576, image: 5 * 1_048_576 },
  // 80 a second for a number; 45 within 6 seconds to one customer.
  pace: { perSecond: 80, chatMs: 150 },
  windowHours: 24,
  isIdempotent: false,
  hasLocation: true,

  classify: (answer) => classifyGraph(answer, (code) => CODES[code]),

  async identify(access) {
    const { json } = await access.call({
      url: graph(access, `${access.sid}?fields=display_phone_number,verified_name`),
      headers: bearer(access.token),
    });
    const username = requireId(json.display_phone_number);
    const id = digitsOf(username);
    return { account: { id, name: textOf(json.verified_name) ?? null, username }, link: `https://wa.me/${id}` };
  },

  async register(access, { url, secret }) {
    await override(access, { override_callback_uri: url, verify_token: secret });
    return {};
  },

  async unregister(access) {
    await override(access, { override_callback_uri: '' });
  },

  async check(access, hook) {
    const { json } = await access.call({
      url: graph(access, `${access.sid}?fields=webhook_configuration`),
      headers: bearer(access.token),
    });
    // Read, the override is named after what it is for. Without one, updates go where those of the whole account or app do.
    const { phone_number, override_callback_uri, whatsapp_business_account, application } =
      json.webhook_configuration ?? {};
    const overridden = phone_number || override_callback_uri;
    if ((overridden || whatsapp_business_account || application) === hook.url) return 'registered';
    return overridden ? 'conflict' : 'missing';
  },

  authenticate: authenticateMeta,

  read(request, { sid }) {
    if (request.method === 'GET') return readChallenge(request);
    const body = parseObject(request.body);
    if (!body) return 'malformed';
    const changes = objectsOf(body.entry).flatMap(({ changes }) => objectsOf(changes));
    const values = objectsOf(
      changes.filter(({ field = 'messages' }) => field === 'messages').map(({ value }) => value),
    );
    const isOurs = ({ metadata }: Json) => idOf(metadata?.phone_number_id) === sid;
    return { events: values.filter(isOurs).flatMap(readValue) };
  },

  send: async (access, { person, content }) => post(access, person, await bodyOf(access, content)),

  sendTemplate(access, { person, template: { name, language, parameters } }) {
    const body = { type: 'body', parameters: parameters.map((text) => ({ type: 'text', text })) };
    const components = parameters.length ? { components: [body] } : {};
    return post(access, person, { type: 'template', template: { name, language: { code: language }, ...components } });
  },

  async markSeen(access, { id }) {
    await mark(access, id);
  },

  // Who types an answer has read what it is to.
  async typing(access, { lastMessage }) {
    if (lastMessage !== null) await mark(access, lastMessage, { typing_indicator: { type: 'text' } });
  },

  async fetchMedia(access, ref) {
    const headers = bearer(access.token);
    const { json } = await access.call({ url: graph(access, encodeURIComponent(ref)), headers });
    const size = Number(json.file_size);
    return { url: json.url, headers, ...(size > 0 && { size }) };
  },

  link: ({ account }, code) => linkToWhatsApp(account, code),
};

/** Where updates of this number go instead of to the hook of the app. */
async function override(access: Access, webhook_configuration: Record<string, string>) {
  await access.call({
    url: graph(access, String(access.sid)),
    headers: bearer(access.token),
    json: { webhook_configuration },
  });
}

async function post(access: Access, to: string, message: object): Promise<string> {
  const { json } = await access.call({
    url: graph(access, `${access.sid}/messages`),
    headers: bearer(access.token),
    json: { messaging_product: 'whatsapp', to, ...message },
  });
  return json.messages[0].id;
}

async function mark(access: Access, message_id: string, more: object = {}) {
  await access.call({
    url: graph(access, `${access.sid}/messages`),
    headers: bearer(access.token),
    json: { messaging_product: 'whatsapp', status: 'read', message_id, ...more },
  });
}

async function bodyOf(access: Access, content: Part['content']) {
  if (content.kind === 'text') {
    const { text, markdown } = content;
    return { type: 'text', text: { body: markdown === undefined ? text : toWhatsApp(markdown) } };
  }
  if (content.kind === 'location') {
    const { lat: latitude, lng: longitude } = content;
    return { type: 'location', location: { latitude, longitude } };
  }
  const { file, caption } = content;
  const id = await upload(access, file);
  const captioned = caption === undefined ? {} : { caption };
  if (file.isImage && IMAGES.has(file.type)) return { type: 'image', image: { id, ...captioned } };
  return { type: 'document', document: { id, filename: file.name, ...captioned } };
}

/** Other pictures arrive as documents. */
const IMAGES = new Set(['image/jpeg', 'image/png']);

async function upload(access: Access, { name: filename, type, bytes }: OutgoingFile): Promise<string> {
  const { json } = await access.call({
    url: graph(access, `${access.sid}/media`),
    headers: bearer(access.token),
    multipart: [
      { name: 'messaging_product', value: 'whatsapp' },
      { name: 'type', value: type },
      { name: 'file', bytes, filename, type },
    ],
    timeoutMs: UPLOAD_MS,
  });
  return json.id;
}

function readValue({ contacts, messages, statuses }: Json): VendorEvent[] {
  const names = new Map(objectsOf(contacts).map(({ wa_id, profile }) => [wa_id, textOf(profile?.name)]));
  return [
    ...objectsOf(messages).flatMap((message) => readMessage(message, names.get(message.from))),
    ...objectsOf(statuses).flatMap(readStatus),
  ];
}

function readMessage(message: Json, name: string | undefined): VendorEvent[] {
  const [id, from] = [textOf(message.id), textOf(message.from)];
  if (!id || !from || message.group_id || message.type === 'reaction') return [];
  const content = contentOf(message);
  const code = codeIn(content.text);
  return [
    {
      id,
      kind: 'message',
      conversation: from,
      at: timeOf(message.timestamp),
      person: { id: from, phone: `+${from}`, ...(name && { name }) },
      messageId: id,
      content,
      ...(code && { code }),
    },
  ];
}

function contentOf(message: Json): Content {
  const { type, text, button, interactive, contacts, location } = message;
  const chosen = interactive?.button_reply?.title ?? interactive?.list_reply?.title;
  const words = textOf(text?.body) ?? textOf(button?.text) ?? textOf(chosen) ?? cardsOf(contacts);
  if (words) return { text: words };
  const { latitude: lat, longitude: lng } = location ?? {};
  if (typeof lat === 'number' && typeof lng === 'number') return { coords: { lat, lng } };
  const kind = FILES.find((each) => each === type);
  const file = kind === undefined ? undefined : fileOf(kind, message[kind]);
  return file ?? { unknown: textOf(type) ?? 'message' };
}

/** Names and numbers of contact cards, one a line. */
const cardsOf = (contacts: unknown) =>
  objectsOf(contacts)
    .map(({ name, phones }) => [name?.formatted_name, ...objectsOf(phones).map(({ phone }) => phone)])
    .map((parts) => parts.filter(textOf).join(' '))
    .join('\n');

const FILES = ['image', 'video', 'audio', 'document', 'sticker'];

function fileOf(kind: string, media: Json): Content | undefined {
  const [ref, caption] = [textOf(media?.id), textOf(media?.caption)];
  if (!ref || media.animated === true) return;
  const name = textOf(media.filename) ?? nameOfFile(media.voice === true ? 'voice' : kind, media.mime_type);
  const isImage = kind === 'image' || kind === 'sticker';
  return { ...(caption && { text: caption }), files: [{ ref, isImage, name }] };
}

function readStatus({ id, status, timestamp, recipient_id, recipient_type, errors }: Json): VendorEvent[] {
  const [messageId, conversation] = [textOf(id), textOf(recipient_id)];
  if (!messageId || !conversation || recipient_type === 'group') return [];
  const common = { conversation, at: timeOf(timestamp) };
  if (status === 'delivered' || status === 'read') {
    return [{ ...common, id: `${messageId}:${status}`, kind: status, messageIds: [messageId] }];
  }
  if (status !== 'failed') return [];
  const [error] = objectsOf(errors);
  const code = idOf(error?.code) ?? null;
  const reason = reasonOf(CODES[Number(code)]);
  return [
    {
      ...common,
      id: `${messageId}:failed`,
      kind: 'failed',
      messageId,
      reason,
      code,
      detail: textOf(error?.title) ?? null,
    },
  ];
}
