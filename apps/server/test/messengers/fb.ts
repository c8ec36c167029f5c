import { randomBytes } from 'node:crypto';
import {
  type Customer,
  type FakeVendor,
  type Fate,
  type Push,
  type Sent,
  startFake,
  type VendorCall,
  type VendorReply,
  type Written,
} from './fake-vendor.ts';
import {
  createUnseen,
  graphError,
  missing,
  randomId,
  refuseCallback,
  signatureOf,
  tokenOf,
  unknownObject,
  unknownToken,
} from './meta.ts';

const rejected = (message: string) => graphError({ code: 100, message: `(#100) ${message}` });

/** An app of Meta's, of one page or several. */
export function createApp() {
  return {
    id: randomId(15),
    secret: randomBytes(16).toString('hex'),
    /** Where updates of all its pages go. */
    callback: undefined as { url: string; fields: string[] } | undefined,
    /** Its pages learn of another callback. */
    pages: [] as (() => void)[],
  };
}

/** Messenger, with one page. */
export async function startFb({
  port,
  token = `EAA${randomBytes(24).toString('hex')}`,
  app: own = createApp(),
}: {
  port?: number;
  token?: string;
  app?: ReturnType<typeof createApp>;
} = {}): Promise<FakeVendor & { page: string }> {
  const page = randomId(15);
  const { id: app, secret: appSecret } = own;
  let known = token;
  /** What the app hears of this page. */
  let subscribed: string[] | undefined;
  let last: Push | undefined;
  const stored = new Map<string, { type: string; bytes: Buffer }>();
  const names = new Map<string, string>();
  const unseen = createUnseen();
  /** Meta's times of our messages. */
  const times = new Map<string, number>();

  const fake = await startFake({
    vendor: 'fb',
    port,
    recipientOf: ({ path, json }) => (path.endsWith('/messages') && json?.message ? recipientIn(json).id : undefined),
    refuse,
    handle(call) {
      const file = stored.get(/^\/v\/([^/]+)\//.exec(call.path)?.[1] ?? '');
      if (file) return { body: file.bytes, headers: { 'content-type': file.type } };
      const [, id = '', edge = ''] = /^\/v\d+\.\d+\/([^/]+)(?:\/([^/]+))?$/.exec(call.path) ?? [];
      const given = tokenOf(call);
      const ofApp = appHandlers[`${call.method} ${edge}`];
      if (id === app && ofApp) return given === `${app}|${appSecret}` ? ofApp(call) : unknownToken(given);
      if (given !== known) return unknownToken(given);
      if (id === 'app')
        return { json: { id: app, name: 'Test app', link: `https://www.facebook.com/games/?app_id=${app}` } };
      if (id === 'me' || id === page) return pageHandlers[`${call.method} ${edge}`.trim()]?.(call) ?? unknownObject(id);
      const name = names.get(id);
      if (name === undefined) return unknownObject(id);
      const [first_name, ...rest] = name.split(' ');
      return { json: { first_name, last_name: rest.join(' '), id } };
    },
  });

  const appHandlers: Record<string, (call: VendorCall) => VendorReply | Promise<VendorReply>> = {
    async 'POST subscriptions'({ json }) {
      const { object, callback_url: url, verify_token: verifyToken, fields } = json ?? {};
      if (object !== 'page') return missing('object');
      if (!url || !verifyToken || !fields) return missing('callback_url, verify_token, fields');
      const refusal = await refuseCallback(url, verifyToken);
      if (refusal) return refusal;
      setCallback({ url, fields: fields.split(',') });
      return { json: { success: true } };
    },
    'GET subscriptions'() {
      const { callback } = own;
      if (!callback) return { json: { data: [] } };
      const fields = callback.fields.map((name) => ({ name, version: 'v23.0' }));
      return { json: { data: [{ object: 'page', callback_url: callback.url, active: true, fields }] } };
    },
  };

  const pageHandlers: Record<string, (call: VendorCall) => VendorReply> = {
    GET: () => ({ json: { id: page, name: 'Test shop', username: `shop${page}` } }),
    'POST subscribed_apps'({ json }) {
      if (!json?.subscribed_fields) return missing('subscribed_fields');
      subscribed = json.subscribed_fields.split(',');
      setHook();
      return { json: { success: true } };
    },
    'GET subscribed_apps': () => ({
      json: { data: subscribed ? [{ id: app, name: 'Test app', subscribed_fields: subscribed }] : [] },
    }),
    'DELETE subscribed_apps'() {
      subscribed = undefined;
      setHook();
      return { json: { success: true } };
    },
    'POST messages': (call) => takeMessage(call),
  };

  function takeMessage({ json, files }: VendorCall): VendorReply {
    const person = recipientIn(json).id;
    if (!person) return missing('recipient');
    const action = json.sender_action;
    if (action) {
      const isKnown = ['mark_seen', 'typing_on', 'typing_off'].includes(action);
      return isKnown
        ? { json: { recipient_id: person } }
        : rejected('Param sender_action must be one of {MARK_SEEN, TYPING_ON}');
    }
    if (!['RESPONSE', 'UPDATE', 'MESSAGE_TAG'].includes(json.messaging_type)) return missing('messaging_type');
    const { text, attachment } = parsed(json.message) ?? {};
    if (text?.length > 2_000) return rejected('Length of param message[text] must be less than or equal to 2000');
    if (text && !attachment) return add(person, { kind: 'text', text });
    if (!['image', 'audio', 'video', 'file'].includes(attachment?.type)) return rejected('Invalid attachment type');
    const file = files.filedata;
    if (!file || text) return rejected('Incorrect number of files uploaded. Must upload exactly one file.');
    return add(person, { kind: attachment.type === 'image' ? 'image' : 'file', file });
  }

  function add(person: string, content: Pick<Sent, 'kind' | 'text' | 'file'>): VendorReply {
    const mid = newMid();
    fake.sent.push({ id: mid, person, conversation: person, ...content, at: performance.now() });
    remember(person, mid);
    const attachments = content.file && [
      { type: content.kind, payload: { url: `${fake.url}/v/${mid}/${content.file.name}` } },
    ];
    const echo = { mid, is_echo: true, app_id: Number(app), text: content.text, attachments };
    void echoed(person, echo);
    return { json: { recipient_id: person, message_id: mid } };
  }

  function remember(person: string, mid: string) {
    times.set(mid, Date.now());
    unseen.add(person, mid);
  }

  /** The time of the last message that was delivered or read. */
  const watermarkOf = (mids: string[]) => times.get(mids.at(-1) ?? '');

  function echoed(person: string, message: { mid: string }) {
    const common = { sender: { id: page }, recipient: { id: person }, timestamp: times.get(message.mid) };
    return update('message_echoes', person, { ...common, message });
  }

  function setHook() {
    fake.hookUrl = subscribed ? own.callback?.url : undefined;
  }
  own.pages.push(setHook);

  function setCallback(callback: { url: string; fields: string[] }) {
    own.callback = callback;
    for (const notify of own.pages) notify();
  }

  /** What the page is not subscribed to is not pushed, and lost. */
  async function update(field: string, conversation: string, content: object) {
    if (!subscribed?.includes(field)) return;
    const timestamp = Date.now();
    const item = { sender: { id: conversation }, recipient: { id: page }, timestamp, ...content };
    const body = JSON.stringify({ object: 'page', entry: [{ id: page, time: timestamp, messaging: [item] }] });
    const push = { body, headers: signatureOf(appSecret, body), conversation };
    if (field !== 'message_echoes') last = push;
    await fake.push(push);
  }

  function contentOf({ text, file, coords, isUnknown }: Written): object {
    if (isUnknown) return { attachments: [{ type: 'template', payload: { product: {} } }] };
    if (coords)
      return { attachments: [{ type: 'location', payload: { coordinates: { lat: coords.lat, long: coords.lng } } }] };
    if (!file) return { text };
    const id = randomBytes(12).toString('base64url');
    stored.set(id, file);
    const type = /^(image|audio|video)\//.exec(file.type)?.[1] ?? 'file';
    const url = `${fake.url}/v/${id}/${encodeURIComponent(file.name)}?_nc_ohc=${randomBytes(6).toString('hex')}`;
    return { ...(text !== undefined && { text }), attachments: [{ type, payload: { url } }] };
  }

  return Object.assign(fake, {
    page,
    credential: { url: null, token, app_secret: appSecret },
    async write({ id: person, name }: Customer, content: Written) {
      names.set(person, name);
      const mid = newMid();
      const { code, ...written } = content;
      const referral = code === undefined ? {} : { referral: referralOf(code) };
      const shown =
        code === undefined ? contentOf(written) : { text: 'Hello', ...contentOf({ text: 'Hello', ...written }) };
      await update('messages', person, { message: { mid, ...shown, ...referral } });
      return mid;
    },
    repeat: async () => (last ? fake.pushOnce(last) : null),
    async receive({ id }: Customer) {
      const mids = unseen.take(id, 'received');
      if (mids.length) await update('message_deliveries', id, { delivery: { mids, watermark: watermarkOf(mids) } });
    },
    async read({ id }: Customer, upTo?: string) {
      const mids = upTo === undefined ? unseen.take(id, 'read') : [upTo];
      if (mids.length) await update('message_reads', id, { read: { watermark: watermarkOf(mids) } });
    },
    async start({ id, name }: Customer, code?: string) {
      names.set(id, name);
      const postback = { title: 'Get Started', payload: 'GET_STARTED', mid: newMid() };
      if (code === undefined) await update('messaging_postbacks', id, { postback });
      else await update('messaging_referrals', id, { referral: referralOf(code) });
    },
    async typeElsewhere({ id }: Customer, text: string) {
      const mid = newMid();
      remember(id, mid);
      const echo = { mid, is_echo: true, app_id: 263902037430900, text };
      await echoed(id, echo);
    },
    takeHook() {
      setCallback({ url: 'https://other.example.com/hook', fields: ['messages'] });
      fake.hookUrl = undefined;
    },
    loseHook() {
      subscribed = undefined;
      setHook();
    },
    revoke() {
      known = 'revoked';
    },
  });
}

const newMid = () => `m_${randomBytes(36).toString('base64url')}`;

const referralOf = (ref: string) => ({ ref, source: 'SHORTLINK', type: 'OPEN_THREAD' });

/** A member of JSON, or the text of it in a form. */
function parsed(value: unknown) {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return undefined;
  }
}

const recipientIn = (json: { recipient?: unknown } | undefined): { id?: string } => parsed(json?.recipient) ?? {};

function refuse(fate: Exclude<Fate, 'ok' | 'hung'>, seconds: number): VendorReply {
  const answers: Record<typeof fate, VendorReply> = {
    limited: {
      ...graphError({ code: 613, message: '(#613) Calls to this api have exceeded the rate limit.' }),
      headers: { 'retry-after': String(seconds) },
    },
    broken: graphError({ status: 500, code: 1200, message: '(#1200) Temporary send message failure.' }),
    credential_rejected: graphError({ status: 401, code: 190, message: 'Error validating access token' }),
    recipient_blocked: graphError({
      code: 551,
      subcode: 1545041,
      message: "(#551) This person isn't available right now.",
    }),
    recipient_unknown: graphError({ code: 100, subcode: 2018001, message: '(#100) No matching user found' }),
    window_closed: graphError({
      status: 403,
      code: 10,
      subcode: 2018278,
      message: '(#10) This message is sent outside of allowed window.',
    }),
    content_rejected: rejected('Invalid parameter'),
  };
  return answers[fate];
}
