import { randomBytes } from 'node:crypto';
import {
  type Customer,
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

const MEGABYTE = 1_048_576;

interface Media {
  name: string;
  type: string;
  bytes: Buffer;
}

const rejected = (message: string) => graphError({ code: 100, message: `(#100) ${message}` });

/** WhatsApp's Cloud API, with one number. */
export async function startWaCloud({
  port,
  token = `EAA${randomBytes(24).toString('hex')}`,
}: {
  port?: number;
  token?: string;
} = {}): Promise<
  FakeVendor & {
    loseFiles: () => void;
    /** Meta approves a template; its body has placeholders such as `{{1}}`. */
    approve: (name: string, language: string, body: string) => void;
    /** Customers dislike it. */
    pauseTemplate: (name: string, language: string) => void;
  }
> {
  const [number, waba] = [randomId(15), randomId(15)];
  const phone = `1555${randomId(7)}`;
  const appSecret = randomBytes(16).toString('hex');
  let known = token;
  let override: string | undefined;
  let last: Push | undefined;
  const stored = new Map<string, Media>();
  let isLosingFiles = false;
  const received = new Set<string>();
  /** By name and language. */
  const templates = new Map<string, { body: string; isPaused?: true }>();
  const unseen = createUnseen();

  const fake = await startFake({
    vendor: 'wa',
    port,
    recipientOf: ({ method, path, json }) =>
      method === 'POST' && path.endsWith('/messages') && json?.status === undefined ? String(json?.to) : undefined,
    refuse,
    handle(call) {
      if (tokenOf(call) !== known) return unknownToken(tokenOf(call));
      if (call.path === '/whatsapp_business/attachments/') {
        const media = isLosingFiles ? undefined : stored.get(call.query.get('mid') ?? '');
        return media ? { body: media.bytes, headers: { 'content-type': media.type } } : { status: 404 };
      }
      const [, id = '', edge = ''] = /^\/v\d+\.\d+\/([^/]+)(?:\/([^/]+))?$/.exec(call.path) ?? [];
      const media = stored.get(id);
      if (media && call.method === 'GET') return { json: describe(id, media) };
      const handler = id === number ? handlers[`${call.method} ${edge}`.trim()] : undefined;
      return handler?.(call) ?? unknownObject(id);
    },
  });

  const handlers: Record<string, (call: VendorCall) => VendorReply | Promise<VendorReply>> = {
    GET({ query }) {
      const all: Record<string, unknown> = {
        display_phone_number: `+${phone.slice(0, 1)} ${phone.slice(1, 4)}-${phone.slice(4, 7)}-${phone.slice(7)}`,
        verified_name: 'Test shop',
        webhook_configuration: {
          ...(override && { phone_number: override }),
          application: 'https://app.example.com/hook',
        },
      };
      const fields = (query.get('fields') ?? 'display_phone_number,verified_name').split(',');
      return { json: { ...Object.fromEntries(fields.map((name) => [name, all[name]])), id: number } };
    },
    async POST({ json }) {
      const { override_callback_uri: url, verify_token: verifyToken } = json?.webhook_configuration ?? {};
      if (typeof url !== 'string') return missing('webhook_configuration');
      if (url.length > 200) return rejected('override_callback_uri is longer than 200 characters');
      const refusal = url ? await refuseCallback(url, verifyToken) : undefined;
      if (refusal) return refusal;
      setHook(url || undefined);
      return { json: { success: true } };
    },
    'POST media'({ json, files }) {
      if (json?.messaging_product !== 'whatsapp') return missing('messaging_product');
      if (!json.type) return missing('type');
      if (!files.file) return missing('file');
      if (files.file.bytes.length > 100 * MEGABYTE) return rejected('The file is larger than 100 MB');
      const id = randomId(16);
      stored.set(id, { ...files.file, type: json.type });
      return { json: { id } };
    },
    'POST messages'({ json }) {
      if (json?.messaging_product !== 'whatsapp') return missing('messaging_product');
      if (json.status === 'read') {
        const { typing_indicator: typing } = json;
        if (typing !== undefined && typing.type !== 'text') return rejected('Invalid parameter: typing_indicator');
        return received.has(json.message_id) ? { json: { success: true } } : rejected('Invalid parameter: message_id');
      }
      if (!json.to) return missing('to');
      const content = accept(json);
      return 'kind' in content ? add(json.to, content) : content;
    },
  };

  // biome-ignore lint/suspicious/noExplicitAny: a request of the wire
  function accept(json: any): Pick<Sent, 'kind' | 'text' | 'file' | 'coords'> | VendorReply {
    const { type = 'text', text, location, template } = json;
    if (type === 'template') return acceptTemplate(template);
    if (type === 'text') {
      if (!text?.body) return missing("text['body']");
      const isLong = text.body.length > 4_096;
      return isLong
        ? rejected("Param text['body'] must be at most 4096 characters long.")
        : { kind: 'text', text: text.body };
    }
    if (type === 'location') {
      const coords = { lat: location?.latitude, lng: location?.longitude };
      return typeof coords.lat === 'number' && typeof coords.lng === 'number'
        ? { kind: 'location', coords }
        : missing(type);
    }
    if (type !== 'image' && type !== 'document') {
      return graphError({ code: 131051, message: '(#131051) Message type is not currently supported.' });
    }
    const { id, caption, filename } = json[type] ?? {};
    const file = stored.get(id);
    if (!file) return missing(`${type}['id']`);
    if (caption?.length > 1_024) return rejected(`Param ${type}['caption'] must be at most 1024 characters long.`);
    const isPicture = ['image/jpeg', 'image/png'].includes(file.type) && file.bytes.length <= 5 * MEGABYTE;
    if (type === 'image' && !isPicture) return graphError({ code: 131053, message: '(#131053) Media upload error' });
    const kind = type === 'image' ? 'image' : 'file';
    return { kind, text: caption, file: { ...file, ...(filename && { name: filename }) } };
  }

  // biome-ignore lint/suspicious/noExplicitAny: a request of the wire
  function acceptTemplate(template: any): Pick<Sent, 'kind' | 'text'> | VendorReply {
    if (!template?.name) return missing("template['name']");
    if (!template.language?.code) return missing("template['language']['code']");
    const found = templates.get(`${template.name} ${template.language.code}`);
    if (!found) {
      const message = '(#132001) Template name does not exist in the translation';
      const details = `template name (${template.name}) does not exist in ${template.language.code}`;
      return graphError({ status: 404, code: 132001, message, details });
    }
    if (found.isPaused) return graphError({ code: 132015, message: '(#132015) Template is paused' });
    const { components = [] } = template;
    const [{ type = 'body', parameters = [] } = {}, ...others] = components;
    const isOdd = parameters.some((each: { type?: string }) => each.type !== 'text');
    if (type !== 'body' || others.length || isOdd) return rejected('Invalid parameter: components');
    const values = parameters.map(({ text }: { text: string }) => text);
    const text = fillTemplate(found.body, values);
    if (text !== undefined) return { kind: 'template', text };
    const message = '(#132000) Number of parameters does not match the expected number of params';
    return graphError({ code: 132000, message, details: `body: number of localizable_params (${values.length})` });
  }

  function add(to: string, content: Pick<Sent, 'kind' | 'text' | 'file' | 'coords'>): VendorReply {
    const id = `wamid.${randomBytes(18).toString('base64url')}`;
    fake.sent.push({ id, person: to, conversation: to, ...content, at: performance.now() });
    unseen.add(to, id);
    return {
      json: { messaging_product: 'whatsapp', contacts: [{ input: to, wa_id: to }], messages: [{ id }] },
    };
  }

  const describe = (id: string, { type, bytes }: Media) => ({
    messaging_product: 'whatsapp',
    url: `${fake.url}/whatsapp_business/attachments/?mid=${id}`,
    mime_type: type,
    file_size: bytes.length,
    id,
  });

  function setHook(url: string | undefined) {
    override = url;
    fake.hookUrl = url;
  }

  async function update(conversation: string, content: object) {
    const metadata = { display_phone_number: phone, phone_number_id: number };
    const value = { messaging_product: 'whatsapp', metadata, ...content };
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: waba, changes: [{ value, field: 'messages' }] }],
    });
    last = { body, headers: signatureOf(appSecret, body), conversation };
    await fake.push(last);
  }

  const now = () => String(Math.floor(Date.now() / 1_000));

  function contentOf({ text, file, coords, isUnknown, code }: Written): object {
    if (code !== undefined) return { type: 'text', text: { body: `Hello! (${code})` } };
    if (isUnknown) return { type: 'unsupported', errors: [{ code: 131051, title: 'Message type unknown' }] };
    if (coords) return { type: 'location', location: { latitude: coords.lat, longitude: coords.lng } };
    if (!file) return { type: 'text', text: { body: text } };
    const id = randomId(16);
    stored.set(id, file);
    const kind = /^(image|audio|video)\//.exec(file.type)?.[1] ?? 'document';
    const caption = text === undefined ? {} : { caption: text };
    const named = kind === 'document' ? { filename: file.name } : {};
    return {
      type: kind,
      [kind]: { ...caption, ...named, mime_type: file.type, sha256: randomBytes(32).toString('base64'), id },
    };
  }

  const statuses = (to: string, ids: string[], ...kinds: string[]) =>
    ids.flatMap((id) => kinds.map((status) => ({ id, status, timestamp: now(), recipient_id: to })));

  return Object.assign(fake, {
    credential: { url: null, token, sid: number, app_secret: appSecret },
    async write({ id: from, name }: Customer, content: Written) {
      const id = `wamid.${randomBytes(18).toString('base64url')}`;
      received.add(id);
      const message = { from, id, timestamp: now(), ...contentOf(content) };
      await update(from, { contacts: [{ profile: { name }, wa_id: from }], messages: [message] });
      return id;
    },
    repeat: async () => (last ? fake.pushOnce(last) : null),
    async receive({ id }: Customer) {
      // In no particular order, as Meta says.
      const taken = statuses(id, unseen.take(id, 'received'), 'delivered', 'sent');
      if (taken.length) await update(id, { statuses: taken });
    },
    async read({ id }: Customer) {
      const taken = statuses(id, unseen.take(id, 'read'), 'read');
      if (taken.length) await update(id, { statuses: taken });
    },
    async fail(messageId: string, code = 131026) {
      const to = fake.sent.find(({ id }) => id === messageId)?.person ?? '';
      const errors = [{ code, title: 'Message undeliverable', message: 'Message undeliverable' }];
      await update(to, { statuses: statuses(to, [messageId], 'failed').map((status) => ({ ...status, errors })) });
    },
    takeHook() {
      setHook(undefined);
      override = 'https://other.example.com/hook';
    },
    loseHook: () => setHook(undefined),
    approve: (name: string, language: string, body: string) => void templates.set(`${name} ${language}`, { body }),
    pauseTemplate(name: string, language: string) {
      const key = `${name} ${language}`;
      templates.set(key, { body: templates.get(key)?.body ?? '', isPaused: true });
    },
    /** Files are described, and not there. */
    loseFiles() {
      isLosingFiles = true;
    },
    revoke() {
      known = 'revoked';
    },
  });
}

function refuse(fate: Exclude<Fate, 'ok' | 'hung'>, seconds: number): VendorReply {
  const answers: Record<typeof fate, VendorReply> = {
    limited: {
      ...graphError({ status: 429, code: 130429, message: '(#130429) Rate limit hit' }),
      headers: { 'retry-after': String(seconds) },
    },
    broken: graphError({ status: 500, code: 131000, message: '(#131000) Something went wrong' }),
    credential_rejected: graphError({ status: 401, code: 190, message: 'Error validating access token' }),
    recipient_blocked: graphError({ code: 131050, message: '(#131050) Unable to deliver the message' }),
    recipient_unknown: graphError({ code: 131026, message: '(#131026) Message undeliverable' }),
    window_closed: graphError({
      code: 131047,
      message: '(#131047) Re-engagement message',
      details: 'More than 24 hours have passed since the recipient last replied to the sender number.',
    }),
    content_rejected: graphError({ code: 131051, message: '(#131051) Unsupported message type' }),
  };
  return answers[fate];
}
