import type { MessengerProvider, VisitorChat, VisitorMessage } from '@parley/contract';
import type { ContactInfo, CustomField, Identity, Shell } from '../../shell.ts';

/** What the server knows about the visitor when the session opens. */
export interface OpenedSession {
  token: string;
  chat: VisitorChat | null;
  contact: Contact | null;
  /** Newest first. */
  history: { data: VisitorMessage[]; next_cursor: string | null };
  online: boolean;
}

export type Contact = { [Name in 'name' | 'email' | 'phone' | 'description']: string | null };

/** A failed request; without a status the server was not reached. */
export const requestError = (reason: string, status?: number) => Object.assign(new Error(reason), { reason, status });
export type RequestError = ReturnType<typeof requestError>;

const TIMEOUT_MS = 15_000;

/** The HTTP API of the widget; messages go over the socket. */
export function createServerApi({ config, memory, window }: Shell) {
  const base = `${config.origin}/widget-api/${config.button_guid}`;
  /** The visitor of this tab; other tabs may have another. */
  let own: string | undefined;

  async function request<T>(method: string, path: string, body?: unknown, token = own): Promise<T> {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const init = { method, headers, signal, credentials: 'omit' as const, body: JSON.stringify(body) };
    // A body that is not JSON, as from a proxy, counts as unreachable.
    const answer = await fetch(base + path, init)
      .then(readResponse)
      .catch(() => undefined);
    if (!answer) throw requestError('unreachable');
    if (!answer.ok) throw requestError(answer.data?.reason ?? 'internal_error', answer.status);
    return answer.data;
  }

  return {
    openSession: (locale: string) => {
      const page = window.location.href.split('#')[0]?.slice(0, 2_048);
      const referrer = window.document.referrer.slice(0, 2_048) || undefined;
      const [visit_id, impression_id] = [memory.get('visit'), memory.get('impression')];
      const body = { page, referrer, locale, visit_id, impression_id };
      return request<OpenedSession>('POST', '/session', body, memory.get('token'));
    },
    /** Sets the visitor of all further requests. */
    authenticate(token: string | undefined) {
      own = token;
    },
    listMessages: (cursor: string) =>
      request<OpenedSession['history']>('GET', `/messages?limit=30&cursor=${encodeURIComponent(cursor)}`),
    submitRating: (score: number, comment: string) =>
      request('POST', '/rating', comment ? { score, comment } : { score }),
    updateContact: async (info: ContactInfo & { marketing_consent?: boolean }, via: 'form' | 'api') =>
      (await request<{ data: Contact }>('PATCH', `/contact?via=${via}`, info)).data,
    setCustomData: (fields: CustomField[]) => request<void>('PUT', '/custom-data', { fields }),
    identify: ({ user_id, expires, signature }: Identity) =>
      request('POST', '/identity', { user_id, expires, signature }),
    linkMessenger: (provider: MessengerProvider) => request<{ url: string }>('POST', '/messenger-link', { provider }),
    emailTranscript: (email: string) => request('POST', '/transcript', { email }),
    uploadFile: (file: Blob, name: string, onProgress: (share: number) => void) =>
      uploadFile(`${base}/files`, { authorization: `Bearer ${own}` }, { file, name, onProgress }),
  };
}

async function readResponse(response: Response) {
  const { ok, status } = response;
  const text = await response.text();
  return { ok, status, data: text ? JSON.parse(text) : undefined };
}

export type ServerApi = ReturnType<typeof createServerApi>;

interface UploadRequest {
  file: Blob;
  name: string;
  onProgress(share: number): void;
}

/** By XMLHttpRequest, since fetch reports no upload progress. */
function uploadFile(url: string, headers: Record<string, string>, { file, name, onProgress }: UploadRequest) {
  return new Promise<{ id: number; type: string }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('file', file, name);
    request.open('POST', url);
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0));
    request.addEventListener('error', () => reject(requestError('unreachable')));
    request.addEventListener('load', () => {
      const { status, response } = request;
      if (status < 300) resolve(response.data);
      else reject(requestError(response?.reason ?? 'internal_error', status));
    });
    request.send(form);
  });
}
