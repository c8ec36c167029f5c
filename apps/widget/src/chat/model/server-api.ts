import type { VisitorChat, VisitorMessage } from '@parley/contract';
import type { ContactInfo, CustomField, Identity, Shell } from '../../shell.ts';

/** What the server knows of the visitor when the chat is opened. */
export interface Opened {
  token: string;
  chat: VisitorChat | null;
  contact: Contact | null;
  /** Newest first. */
  history: { data: VisitorMessage[]; next_cursor: string | null };
  online: boolean;
}

export type Contact = { [Name in 'name' | 'email' | 'phone' | 'description']: string | null };

/** Why a call was not done; no status: nobody answered. */
export class CallError extends Error {
  readonly status: number | undefined;
  readonly reason: string;

  constructor(reason: string, status?: number) {
    super(reason);
    this.reason = reason;
    this.status = status;
  }
}

const PATIENCE_MS = 15_000;

/** What the chat asks of the server beside the socket. */
export function createCalls({ config, memory, window }: Shell) {
  const base = `${config.origin}/widget-api/${config.button_guid}`;
  /** Whom this tab speaks for, whoever is spoken for in others. */
  let own: string | undefined;

  async function call<T>(method: string, path: string, body?: unknown, token = own): Promise<T> {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const init = { method, headers, signal, credentials: 'omit' as const, body: JSON.stringify(body) };
    // The page of a proxy is no answer either.
    const answer = await fetch(base + path, init)
      .then(read)
      .catch(() => undefined);
    if (!answer) throw new CallError('unreachable');
    if (!answer.ok) throw new CallError(answer.data?.reason ?? 'internal_error', answer.status);
    return answer.data;
  }

  return {
    open: (locale: string) => {
      const page = window.location.href.split('#')[0]?.slice(0, 2_048);
      const referrer = window.document.referrer.slice(0, 2_048) || undefined;
      const visit_id = memory.get('visit');
      return call<Opened>('POST', '/session', { page, referrer, locale, visit_id }, memory.get('token'));
    },
    /** From now on. */
    speakFor(token: string | undefined) {
      own = token;
    },
    earlier: (cursor: string) =>
      call<Opened['history']>('GET', `/messages?limit=30&cursor=${encodeURIComponent(cursor)}`),
    rate: (score: number, comment: string) => call('POST', '/rating', comment ? { score, comment } : { score }),
    introduce: async (info: ContactInfo, via: 'form' | 'api') =>
      (await call<{ data: Contact }>('PATCH', `/contact?via=${via}`, info)).data,
    setCustomData: (fields: CustomField[]) => call<void>('PUT', '/custom-data', { fields }),
    identify: ({ user_id, expires, signature }: Identity) => call('POST', '/identity', { user_id, expires, signature }),
    mailTranscript: (email: string) => call('POST', '/transcript', { email }),
    upload: (file: Blob, name: string, onProgress: (share: number) => void) =>
      upload(`${base}/files`, { authorization: `Bearer ${own}` }, { file, name, onProgress }),
  };
}

async function read(answer: Response) {
  const { ok, status } = answer;
  const text = await answer.text();
  return { ok, status, data: text ? JSON.parse(text) : undefined };
}

export type Calls = ReturnType<typeof createCalls>;

interface Sent {
  file: Blob;
  name: string;
  onProgress(share: number): void;
}

/** With XMLHttpRequest: nothing else tells how much is gone. */
function upload(url: string, headers: Record<string, string>, { file, name, onProgress }: Sent) {
  return new Promise<{ id: number; type: string }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('file', file, name);
    request.open('POST', url);
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0));
    request.addEventListener('error', () => reject(new CallError('unreachable')));
    request.addEventListener('load', () => {
      const { status, response } = request;
      if (status < 300) resolve(response.data);
      else reject(new CallError(response?.reason ?? 'internal_error', status));
    });
    request.send(form);
  });
}
