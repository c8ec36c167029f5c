import { createHmac, randomBytes, randomInt } from 'node:crypto';
import type { HostedDriver } from './driver-host.ts';
import type { VendorCall, VendorReply } from './fake-vendor.ts';

interface GraphError {
  status?: number;
  code: number;
  subcode?: number;
  message: string;
  details?: string;
}

/** An error of the Graph API. */
export function graphError({ status = 400, code, subcode, message, details }: GraphError): VendorReply {
  return {
    status,
    json: {
      error: {
        message,
        type: 'OAuthException',
        code,
        ...(subcode && { error_subcode: subcode }),
        ...(details && { error_data: { messaging_product: 'whatsapp', details } }),
        fbtrace_id: randomBytes(8).toString('base64url'),
      },
    },
  };
}

/** What Meta answers with an unknown token, which it quotes. */
export const unknownToken = (token: string) =>
  graphError({ status: 401, code: 190, message: `Malformed access token ${token}` });

export const missing = (name: string) => graphError({ code: 100, message: `(#100) The parameter ${name} is required` });

export const unknownObject = (id: string) =>
  graphError({
    code: 100,
    subcode: 33,
    message: `Unsupported request. Object with ID '${id}' does not exist or cannot be loaded due to missing permissions`,
  });

/** The token of a call, in a header or a parameter. */
export function tokenOf({ headers, query, json }: VendorCall): string {
  const [, bearer] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
  return bearer ?? query.get('access_token') ?? json?.access_token ?? '';
}

export const signatureOf = (appSecret: string, body: string) => ({
  'x-hub-signature-256': `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`,
});

/** Posts what a test made up to a hook, signed unless it brings other headers. */
export const postSigned =
  ({ access, hook }: HostedDriver) =>
  (body: string, headers: Record<string, string> = signatureOf(access.appSecret ?? '', body)) =>
    fetch(hook.url, { method: 'POST', body, headers });

/** As Meta does before it accepts a callback: undefined if it is accepted. */
export async function refuseCallback(url: string, verifyToken: string | undefined): Promise<VendorReply | undefined> {
  const challenge = String(randomInt(1e9, 2e9));
  const address = new URL(url);
  address.searchParams.set('hub.mode', 'subscribe');
  address.searchParams.set('hub.challenge', challenge);
  address.searchParams.set('hub.verify_token', verifyToken ?? '');
  const answer = await fetch(address).then(
    async (response) => ({ status: response.status, text: await response.text() }),
    () => undefined,
  );
  if (answer?.status === 200 && answer.text === challenge) return undefined;
  const reason = answer ? `HTTP Status Code = ${answer.status}` : 'curl_errno = 7';
  const message = `(#2200) Callback verification failed with the following errors: ${reason}`;
  return graphError({ code: 2200, message });
}

export const randomId = (digits: number) => {
  const first = String(randomInt(1, 10));
  return first + Array.from({ length: digits - 1 }, () => randomInt(10)).join('');
};

/** Messages of ours that a customer has not received or read yet. */
export function createUnseen() {
  const ids = { received: new Map<string, string[]>(), read: new Map<string, string[]>() };
  return {
    add(person: string, id: string) {
      for (const lists of Object.values(ids)) lists.getOrInsertComputed(person, () => []).push(id);
    },
    take(person: string, stage: keyof typeof ids) {
      const taken = ids[stage].get(person) ?? [];
      ids[stage].delete(person);
      return taken;
    },
  };
}
