import { createHmac, randomBytes } from 'node:crypto';
import {
  type Customer,
  download,
  type FakeVendor,
  type Fate,
  fillTemplate,
  type Push,
  type Sent,
  startFake,
  type VendorCall,
  type VendorReply,
  type Written,
} from './fake-vendor.ts';
import { createUnseen, randomId } from './meta.ts';

const newSid = (prefix: string) => prefix + randomBytes(16).toString('hex');

const digitsOf = (address: unknown) => String(address ?? '').replaceAll(/\D/g, '');

const no = (status: number, code: number, message: string): VendorReply => ({
  status,
  json: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

/** A Twilio account with one WhatsApp sender. */
export async function startWaTwilio({
  port,
  token = randomBytes(16).toString('hex'),
}: {
  port?: number;
  token?: string;
} = {}): Promise<
  FakeVendor & {
    /** A content that WhatsApp has approved; its body has placeholders such as `{{1}}`. Returns its SID. */
    approve: (body: string) => string;
  }
> {
  const [account, sender] = [newSid('AC'), newSid('XE')];
  const number = `1555${randomId(7)}`;
  const root = `/2010-04-01/Accounts/${account}`;
  let known = token;
  let hook: string | undefined;
  let last: Push | undefined;
  /** Where messages say that their statuses go, by id. */
  const callbacks = new Map<string, string>();
  const stored = new Map<string, { type: string; bytes: Buffer }>();
  const unseen = createUnseen();
  /** Bodies by SID. */
  const contents = new Map<string, string>();

  const fake = await startFake({
    vendor: 'wa',
    port,
    recipientOf: ({ path, json }) => (path === `${root}/Messages.json` ? digitsOf(json?.To) : undefined),
    refuse,
    handle(call) {
      const { method, path, headers } = call;
      // Media are on a host that needs no credential.
      const media = stored.get(/^\/cdn\/(\w+)$/.exec(path)?.[1] ?? '');
      if (media) return { body: media.bytes, headers: { 'content-type': media.type } };
      const given = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString();
      if (given !== `${account}:${known}`) return no(401, 20_003, 'Authenticate');
      const [, id = ''] = /\/Messages\/MM\w+\/Media\/(\w+)$/.exec(path) ?? [];
      if (stored.has(id)) return { status: 307, text: '', headers: { location: `${fake.url}/cdn/${id}` } };
      return handlers[`${method} ${path}`]?.(call) ?? no(404, 20_404, `The requested resource ${path} was not found`);
    },
  });

  const senderOf = (sid: string, digits: string, callback_url?: string) => ({
    sid,
    sender_id: `whatsapp:+${digits}`,
    status: 'ONLINE',
    webhook: { callback_url: callback_url ?? null, callback_method: 'POST' },
  });
  const others = [senderOf(newSid('XE'), '15550000000', 'https://other.example.com/hook')];

  const handlers: Record<string, (call: VendorCall) => VendorReply | Promise<VendorReply>> = {
    [`GET ${root}.json`]: () => ({
      json: { sid: account, friendly_name: 'Test shop', status: 'active', type: 'Full' },
    }),
    'GET /v2/Channels/Senders': ({ query }) =>
      query.get('Channel') === 'whatsapp'
        ? {
            json: {
              senders: [...others, senderOf(sender, number, hook)],
              meta: { key: 'senders', next_page_url: null },
            },
          }
        : no(400, 20_001, 'Missing required parameter Channel in the query'),
    [`POST /v2/Channels/Senders/${sender}`]({ json }) {
      const { callback_url: url, callback_method: method = 'POST' } = json?.webhook ?? {};
      if (typeof url !== 'string' || method !== 'POST') return no(400, 20_001, 'Invalid webhook');
      setHook(url || undefined);
      return { status: 202, json: senderOf(sender, number, hook) };
    },
    [`POST ${root}/Messages.json`]: ({ json }) => add(json ?? {}),
  };

  /** The text of a content, or a refusal. */
  function accept({ ContentSid = '', ContentVariables = '{}', Body, MediaUrl }: Record<string, string | undefined>) {
    const body = contents.get(ContentSid);
    if (body === undefined || Body || MediaUrl) return no(400, 21_655, 'The ContentSid is Invalid');
    const variables: Record<string, string> = JSON.parse(ContentVariables);
    const values = Object.keys(variables).map((_, at) => variables[at + 1] ?? '');
    return fillTemplate(body, values) ?? no(400, 21_656, 'The ContentVariables Parameter is invalid');
  }

  async function add(fields: Record<string, string | undefined>) {
    const { From, To, MediaUrl, StatusCallback } = fields;
    const filled = fields.ContentSid === undefined ? undefined : accept(fields);
    if (typeof filled === 'object') return filled;
    const Body = filled ?? fields.Body;
    if (!To) return no(400, 21_604, "A 'To' phone number is required.");
    if (!/^whatsapp:\+\d+$/.test(To)) return no(400, 21_211, `Invalid 'To' Phone Number: ${To}`);
    if (From !== `whatsapp:+${number}`) {
      return no(400, 63_007, 'Twilio could not find a Channel with the specified From address');
    }
    if (!Body && !MediaUrl) return no(400, 21_619, 'A text message body or media urls must be specified.');
    if (Body && Body.length > 1_600)
      return no(400, 21_617, 'The concatenated message body exceeds the 1600 character limit');
    const id = newSid(MediaUrl ? 'MM' : 'SM');
    const person = digitsOf(To);
    if (StatusCallback) callbacks.set(id, StatusCallback);
    const kind = filled === undefined ? ('text' as const) : ('template' as const);
    const content = MediaUrl ? await contentAt(MediaUrl) : { kind };
    // Twilio accepts a message and fetches its media afterwards.
    if (!content) void report(person, id, 'failed', { ErrorCode: '63019' });
    else {
      fake.sent.push({
        id,
        person,
        conversation: person,
        ...(Body && { text: Body }),
        ...content,
        at: performance.now(),
      });
      unseen.add(person, id);
    }
    return {
      status: 201,
      json: { sid: id, account_sid: account, from: From, to: To, body: Body ?? '', status: 'queued' },
    };
  }

  async function contentAt(link: string): Promise<Pick<Sent, 'kind' | 'file'> | undefined> {
    const file = await download(link, decodeURIComponent(new URL(link).pathname.split('/').at(-1) ?? ''));
    if (!file.bytes.length) return undefined;
    return { kind: file.type.startsWith('image/') ? 'image' : 'file', file };
  }

  function setHook(url: string | undefined) {
    hook = url;
    fake.hookUrl = url;
  }

  /** Pushes a form to the hook of the sender, or to where its message says. */
  async function push(conversation: string, fields: Record<string, string>, url?: string) {
    const form = { ...fields, AccountSid: account, ApiVersion: '2010-04-01' };
    const signed = Object.entries(form).sort(([a], [b]) => (a < b ? -1 : 1));
    const headers = (to: string) => ({
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'x-twilio-signature': createHmac('sha1', token)
        .update(to + signed.flat().join(''))
        .digest('base64'),
    });
    last = { body: new URLSearchParams(form).toString(), headers, conversation, ...(url && { url }) };
    await fake.push(last);
  }

  /** Messages without a callback report nothing. */
  async function report(person: string, id: string, status: string, more: Record<string, string> = {}) {
    const url = callbacks.get(id);
    const [From, To] = [`whatsapp:+${number}`, `whatsapp:+${person}`];
    const fields = { MessageSid: id, SmsSid: id, MessageStatus: status, SmsStatus: status, ChannelPrefix: 'whatsapp' };
    if (url) await push(person, { ...fields, From, To, ...more }, url);
  }

  function contentOf(id: string, { text = '', file, coords, isUnknown, code }: Written): Record<string, string> {
    if (code !== undefined) return { Body: `Hello! (${code})`, MessageType: 'text' };
    if (isUnknown) return { Body: '', MessageType: 'order' };
    if (coords)
      return { Body: '', MessageType: 'location', Latitude: String(coords.lat), Longitude: String(coords.lng) };
    if (!file) return { Body: text, MessageType: 'text' };
    const media = newSid('ME');
    stored.set(media, file);
    return {
      Body: text,
      NumMedia: '1',
      MessageType: /^(image|audio|video)\//.exec(file.type)?.[1] ?? 'document',
      MediaContentType0: file.type,
      MediaUrl0: `${fake.url}${root}/Messages/${id}/Media/${media}`,
    };
  }

  return Object.assign(fake, {
    credential: { url: `https://wa.me/${number}`, token, sid: account },
    async write({ id: person, name }: Customer, content: Written) {
      const id = newSid(content.file ? 'MM' : 'SM');
      await push(person, {
        MessageSid: id,
        SmsMessageSid: id,
        SmsSid: id,
        SmsStatus: 'received',
        NumMedia: '0',
        NumSegments: '1',
        ProfileName: name,
        WaId: person,
        From: `whatsapp:+${person}`,
        To: `whatsapp:+${number}`,
        ...contentOf(id, content),
      });
      return id;
    },
    approve(body: string) {
      const sid = newSid('HX');
      contents.set(sid, body);
      return sid;
    },
    repeat: async () => (last ? fake.pushOnce(last) : null),
    async receive({ id: person }: Customer) {
      for (const id of unseen.take(person, 'received')) {
        await report(person, id, 'sent');
        await report(person, id, 'delivered');
      }
    },
    async read({ id: person }: Customer) {
      for (const id of unseen.take(person, 'read')) await report(person, id, 'read');
    },
    async fail(messageId: string) {
      const person = fake.sent.find(({ id }) => id === messageId)?.person ?? '';
      await report(person, messageId, 'undelivered', { ErrorCode: '63024', ErrorMessage: 'Invalid message recipient' });
    },
    takeHook() {
      setHook(undefined);
      hook = 'https://other.example.com/hook';
    },
    loseHook: () => setHook(undefined),
    revoke() {
      known = 'revoked';
    },
  });
}

function refuse(fate: Exclude<Fate, 'ok' | 'hung'>, seconds: number): VendorReply {
  const answers: Record<typeof fate, VendorReply> = {
    limited: { ...no(429, 20_429, 'Too Many Requests'), headers: { 'retry-after': String(seconds) } },
    broken: no(500, 20_500, 'Internal Server Error'),
    credential_rejected: no(401, 20_003, 'Authenticate'),
    // Twilio does not tell of a customer who blocked the number.
    recipient_blocked: no(400, 63_024, 'Invalid message recipient'),
    recipient_unknown: no(400, 63_024, 'Invalid message recipient'),
    window_closed: no(400, 63_016, 'Failed to send freeform message because you are outside the allowed window.'),
    content_rejected: no(400, 63_013, 'This message send failed because it violates Channel provider policy'),
  };
  return answers[fate];
}
