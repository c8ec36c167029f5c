import { createHmac } from 'node:crypto';
import { type Access, VendorRefusal } from './access.ts';
import type { Driver, Receiver, Verdict } from './driver.ts';
import type { Content, MediaRef, VendorEvent } from './events.ts';
import { toWhatsApp } from './markup.ts';
import { codeIn, digitsOf, LIMITED, linkToWhatsApp, nameOfFile, reasonOf, refused, verdictOfRefusal } from './meta.ts';
import { equalsSecret, idOf, type Json, objectsOf, textOf } from './requests.ts';

// WhatsApp by way of Twilio, where `sid` is an account: https://www.twilio.com/docs/whatsapp/api

const CODES: Record<number, Verdict> = {
  20003: { kind: 'auth' },
  63018: LIMITED,
  63016: refused('window_closed'),
  63024: refused('recipient_unknown'),
};

export const waTwilio: Driver = {
  hosts: { api: 'https://api.twilio.com', messaging: 'https://messaging.twilio.com' },
  modes: ['webhook'],
  // Twilio loses the text beside a document or a recording.
  limits: { text: 1_600, caption: 0, file: 16 * 1_048_576, image: 5 * 1_048_576 },
  pace: { perSecond: 80, chatMs: 150 },
  windowHours: 24,
  isIdempotent: false,

  classify(answer) {
    const { status, json } = answer;
    if (status < 300 && json) return { verdict: { kind: 'ok' } };
    const code = idOf(json?.code);
    const verdict = verdictOfRefusal(answer, { known: CODES[Number(code)], isVendors: code !== undefined });
    return { verdict, code: code ?? String(status), detail: textOf(json?.message) ?? null };
  },

  /** A sender has no id that customers could know but its number. */
  async identify(access) {
    const digits = numberOf(access);
    return { account: { id: digits, name: null, username: `+${digits}` }, link: `https://wa.me/${digits}` };
  },

  async register(access, { url }) {
    const sender = await findSender(access);
    if (!sender) throw unusable(`No WhatsApp sender of this account has the number +${numberOf(access)}.`);
    await setHook(access, sender.sid, url);
    return { sender: sender.sid };
  },

  async unregister(access) {
    const sender = access.state.sender ?? (await findSender(access))?.sid;
    if (sender) await setHook(access, sender, '');
  },

  async check(access, hook) {
    const url = (await findSender(access))?.webhook?.callback_url;
    if (!url) return 'missing';
    return url === hook.url ? 'registered' : 'conflict';
  },

  authenticate({ headers, body }, { hook, token }) {
    const fields = [...new URLSearchParams(body.toString())].sort(byText).flat().join('');
    return signedUrls(hook.url).some((url) => {
      const signature = createHmac('sha1', token).update(`${url}${fields}`).digest('base64');
      return equalsSecret(headers['x-twilio-signature'], signature);
    });
  },

  read({ headers, body }, receiver) {
    if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return 'malformed';
    const form: Form = Object.fromEntries(new URLSearchParams(body.toString()));
    return { events: readForm(form, receiver), answer: { type: 'application/xml', body: '<Response/>' } };
  },

  send: (access, { person, content }) =>
    post(access, person, {
      ...(content.kind === 'file' && { MediaUrl: content.file.link }),
      ...(content.kind === 'text' && {
        Body: content.markdown === undefined ? content.text : toWhatsApp(content.markdown),
      }),
    }),

  // A content has one language.
  sendTemplate(access, { person, template: { name, parameters } }) {
    const variables = Object.fromEntries(parameters.map((text, at) => [at + 1, text]));
    return post(access, person, {
      ContentSid: name,
      ...(parameters.length && { ContentVariables: JSON.stringify(variables) }),
    });
  },

  async fetchMedia(access, ref) {
    const [message, media] = ref.split('/').map(encodeURIComponent);
    return { url: `${accountUrl(access)}/Messages/${message}/Media/${media}`, headers: basic(access) };
  },

  link: ({ account }, code) => linkToWhatsApp(account, code),
};

const accountUrl = ({ hosts, sid }: Access) => `${hosts.api}/2010-04-01/Accounts/${sid}`;

const basic = ({ sid, token }: Access) => ({
  authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`,
});

async function post(access: Access, person: string, message: Record<string, string>): Promise<string> {
  const { hookUrl } = access;
  const { json } = await access.call({
    url: `${accountUrl(access)}/Messages.json`,
    headers: basic(access),
    form: {
      From: `whatsapp:+${numberOf(access)}`,
      To: `whatsapp:+${person}`,
      ...(hookUrl !== null && { StatusCallback: hookUrl }),
      ...message,
    },
  });
  return json.sid;
}

/** The digits of the sender, which are in the address that customers follow: `https://wa.me/15550100`. */
function numberOf({ account, url }: Access) {
  const digits = digitsOf(/\d[\d\s().-]{5,}\d/.exec(url ?? '')?.[0] ?? '') || account?.id;
  if (!digits)
    throw unusable('The link of the connection has no phone number. Use a link such as https://wa.me/15550100.');
  return digits;
}

const unusable = (detail: string) =>
  new VendorRefusal({ verdict: { kind: 'refused', reason: 'not_connected' }, detail }, 404);

/** The most that one page can have. */
const PAGE_SIZE = 1_000;

async function findSender(access: Access): Promise<Json> {
  const { json } = await access.call({
    url: `${access.hosts.messaging}/v2/Channels/Senders?Channel=whatsapp&PageSize=${PAGE_SIZE}`,
    headers: basic(access),
  });
  const id = `whatsapp:+${numberOf(access)}`;
  return objectsOf(json.senders).find(({ sender_id }) => sender_id === id);
}

async function setHook(access: Access, sender: string, url: string) {
  await access.call({
    url: `${access.hosts.messaging}/v2/Channels/Senders/${sender}`,
    headers: basic(access),
    json: { webhook: { callback_url: url, callback_method: 'POST' } },
  });
}

const byText = ([a, x]: [string, string], [b, y]: [string, string]) => compare(a, b) || compare(x, y);
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** Twilio signs the address of the hook sometimes with its port and sometimes without. */
function signedUrls(url: string) {
  const [, origin, port, rest] = /^(https?:\/\/[^/:]+)(:\d+)?(.*)$/.exec(url) ?? [];
  if (origin === undefined) return [url];
  return [url, port ? `${origin}${rest}` : `${origin}:${origin.startsWith('https') ? 443 : 80}${rest}`];
}

type Form = { [name: string]: string | undefined };

function readForm(form: Form, { sid, account }: Receiver): VendorEvent[] {
  const { AccountSid = sid, MessageSid: id, MessageStatus: status = 'received', From = '', To = '' } = form;
  const isInbound = status === 'received';
  const [conversation, ours] = (isInbound ? [From, To] : [To, From]).map(digitsOf);
  const isOurs = AccountSid === sid && From.startsWith('whatsapp:') && (account === null || ours === account.id);
  if (!id || !conversation || !isOurs) return [];
  return isInbound ? readMessage(form, { id, from: conversation }) : readStatus(form, { id, conversation, status });
}

function readStatus(
  { ErrorCode: code, ErrorMessage: detail }: Form,
  { id, conversation, status }: { id: string; conversation: string; status: string },
): VendorEvent[] {
  const common = { id: `${id}:${status}`, conversation };
  if (status === 'delivered' || status === 'read') return [{ ...common, kind: status, messageIds: [id] }];
  if (status !== 'failed' && status !== 'undelivered') return [];
  const reason = reasonOf(CODES[Number(code)]);
  return [
    { ...common, kind: 'failed', messageId: id, reason, code: textOf(code) ?? null, detail: textOf(detail) ?? null },
  ];
}

function readMessage(form: Form, { id, from }: { id: string; from: string }): VendorEvent[] {
  if (form.MessageType === 'reaction') return [];
  const name = textOf(form.ProfileName);
  const content = contentOf(form);
  const code = codeIn(content.text);
  return [
    {
      id,
      kind: 'message',
      conversation: from,
      person: { id: from, phone: `+${textOf(form.WaId) ?? from}`, ...(name && { name }) },
      messageId: id,
      content,
      ...(code && { code }),
    },
  ];
}

function contentOf(form: Form): Content {
  const { Body: text, Latitude, Longitude, MessageType } = form;
  const [lat, lng] = [Number(Latitude), Number(Longitude)];
  if (Latitude && Longitude && Number.isFinite(lat) && Number.isFinite(lng)) return { coords: { lat, lng } };
  const files = filesOf(form);
  if (text || files.length) return { ...(text && { text }), ...(files.length && { files }) };
  return { unknown: textOf(MessageType) ?? 'message' };
}

const PICTURE = /^image\/(jpeg|png|gif|webp)\b/;

/** More than Twilio ever sends. */
const MAX_FILES = 10;

function filesOf(form: Form): MediaRef[] {
  const count = Math.min(Number(form.NumMedia) || 0, MAX_FILES);
  return Array.from({ length: count }, (_, at) => at).flatMap((at) => {
    // Not the whole address: it has the account, and the token goes to where it leads.
    const [, message, media] = /\/Messages\/(\w+)\/Media\/(\w+)$/.exec(form[`MediaUrl${at}`] ?? '') ?? [];
    if (!message || !media) return [];
    const type = form[`MediaContentType${at}`];
    const kind = /^(image|audio|video)\//.exec(type ?? '')?.[1];
    return [{ ref: `${message}/${media}`, isImage: PICTURE.test(type ?? ''), name: nameOfFile(kind ?? 'file', type) }];
  });
}
