import { type Access, VendorRefusal } from './access.ts';
import { parseObject, textOf } from './requests.ts';

// Avito's OAuth: https://developers.avito.ru/api-catalog/auth/documentation

const SCOPE = 'messenger:read,messenger:write,user:read';

/** How long an access token lives if Avito does not say. */
const DEFAULT_SECONDS = 86_400;

/** The page where a seller lets the application with this id read and write their messages. */
export function avitoPage(hosts: Access['hosts'], { clientId, state }: { clientId: string; state: string }) {
  const query = new URLSearchParams({ response_type: 'code', client_id: clientId, scope: SCOPE, state });
  return `${hosts.page}/oauth?${query}`;
}

/** The tokens for the code that the page came back with. */
export const exchangeCode = (access: Access, code: string) =>
  exchange(access, { grant_type: 'authorization_code', code });

/** New tokens. The refresh token is a new one too, and the old one is spent. */
export function renewTokens(access: Access) {
  const { refresh_token: refreshToken = '' } = tokensOf(access.token);
  return exchange(access, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

/** Whether the access token within a token is past its time. */
export function isExpired(token: string, now: number) {
  const { expires_at: expiresAt } = tokensOf(token);
  return typeof expiresAt === 'number' && now >= expiresAt;
}

export const authorization = ({ token }: Access) => ({
  authorization: `Bearer ${tokensOf(token).access_token ?? ''}`,
});

interface Tokens {
  access_token: string;
  refresh_token: string;
  /** In milliseconds. */
  expires_at: number;
}

/** The tokens are kept together, as JSON in place of a token. */
const tokensOf = (token: string): Partial<Tokens> => parseObject(Buffer.from(token)) ?? {};

async function exchange(access: Access, grant: Record<string, string>): Promise<{ token: string }> {
  const { json } = await access.call({
    url: `${access.hosts.api}/token`,
    form: { ...grant, client_id: access.sid ?? '', client_secret: access.appSecret ?? '' },
  });
  const accessToken = textOf(json?.access_token);
  if (accessToken === undefined) throw new VendorRefusal({ verdict: { kind: 'auth' }, detail: 'no access token' }, 200);
  const seconds = Number(json.expires_in) || DEFAULT_SECONDS;
  const tokens: Tokens = {
    access_token: accessToken,
    refresh_token: textOf(json.refresh_token) ?? tokensOf(access.token).refresh_token ?? '',
    expires_at: access.now + seconds * 1_000,
  };
  return { token: JSON.stringify(tokens) };
}
