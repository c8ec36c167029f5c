import { randomBytes } from 'node:crypto';
import type { VendorCall, VendorReply } from './fake-vendor.ts';

/** A seller's account. */
export interface Seller {
  id: number;
  name: string;
}

const TOKEN_SECONDS = 86_400;

export const secret = () => randomBytes(16).toString('hex');

/** Avito's OAuth: a page that sends sellers back with a code, and tokens for codes. */
export function createAvitoOAuth(seller: Seller, redirectUrl?: string) {
  const sellers = new Map([[seller.id, seller]]);
  const codes = new Map<string, number>();
  const accessTokens = new Map<string, number>();
  const refreshTokens = new Map<string, number>();

  function tokensFor(id: number) {
    const tokens = { access_token: secret(), refresh_token: secret() };
    accessTokens.set(tokens.access_token, id);
    refreshTokens.set(tokens.refresh_token, id);
    return { ...tokens, expires_in: TOKEN_SECONDS, token_type: 'Bearer' };
  }

  const oauth = {
    client: { id: secret(), secret: secret() },
    sellers,
    /** Who uses the page. */
    current: seller,
    /** Where the page sends sellers back to: the application is registered at Avito with it. */
    redirectUrl,
    /** The seller refuses what the page asks. */
    isRefused: false,

    signIn(next: Seller) {
      sellers.set(next.id, next);
      oauth.current = next;
    },

    showPage({ query }: VendorCall): VendorReply {
      const isKnown = query.get('response_type') === 'code' && query.get('client_id') === oauth.client.id;
      if (!isKnown || !query.get('scope') || !oauth.redirectUrl) return { status: 400, text: 'Bad Request' };
      const back = new URL(oauth.redirectUrl);
      if (oauth.isRefused) back.searchParams.set('error', 'access_denied');
      else {
        const code = secret();
        codes.set(code, oauth.current.id);
        back.searchParams.set('code', code);
      }
      const state = query.get('state');
      if (state !== null) back.searchParams.set('state', state);
      return { status: 302, text: '', headers: { location: back.href } };
    },

    /** A code and a refresh token serve once. */
    issue({ json }: VendorCall): VendorReply {
      const refuse = (status: number, error: string) => ({ status, json: { error, error_description: `${error}.` } });
      const { client } = oauth;
      if (json?.client_id !== client.id || json.client_secret !== client.secret) return refuse(401, 'invalid_client');
      const grants: Record<string, [Map<string, number>, string]> = {
        authorization_code: [codes, json.code],
        refresh_token: [refreshTokens, json.refresh_token],
      };
      const [issued, key = ''] = grants[json.grant_type] ?? [];
      if (!issued) return refuse(400, 'unsupported_grant_type');
      const owner = issued.get(key);
      if (owner === undefined) return refuse(400, 'invalid_grant');
      issued.delete(key);
      return { json: tokensFor(owner) };
    },

    sellerOf: (authorization = '') => accessTokens.get(authorization.replace(/^Bearer /, '')),

    /** The token of a connection of the current seller. */
    token() {
      const { access_token, refresh_token, expires_in } = tokensFor(oauth.current.id);
      return JSON.stringify({ access_token, refresh_token, expires_at: Date.now() + expires_in * 1_000 });
    },

    /** The access tokens are past their time; they can be renewed. */
    expire: () => accessTokens.clear(),

    revoke() {
      accessTokens.clear();
      refreshTokens.clear();
    },
  };
  return oauth;
}

export type AvitoOAuth = ReturnType<typeof createAvitoOAuth>;
