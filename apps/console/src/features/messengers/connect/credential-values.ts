import { ownLinkOf } from '../model/connection-state.ts';
import type { Messenger } from '../model/messenger-queries.ts';
import { hasAppSecret, type SidKind, type TokenProvider } from '../model/providers.ts';

// A type, since `useForm` takes no interfaces.
export type CredentialValues = { way: 'meta' | 'twilio'; token: string; sid: string; secret: string; url: string };

/** The gateway of Apple is not told: it has to be entered again. */
export const initialValues = (messenger: Messenger): CredentialValues => ({
  way: 'meta',
  token: '',
  sid: '',
  secret: '',
  url: messenger.provider === 'apple' ? '' : ownLinkOf(messenger),
});

export function sidKindOf(provider: TokenProvider, { way }: Pick<CredentialValues, 'way'>): SidKind | undefined {
  if (provider === 'apple') return 'apple';
  return provider === 'wa' ? way : undefined;
}

export const TOKEN = /^[\x21-\x7e]{1,512}$/;

const SIDS: Record<SidKind, RegExp> = {
  meta: /^\d{1,32}$/,
  twilio: /^AC[0-9a-f]{32}$/,
  apple: /^[\x21-\x39\x3b-\x7e]+:[\x21-\x39\x3b-\x7e]+$/,
};

export const isSid = (kind: SidKind, sid: string) => SIDS[kind].test(sid);

export function isLink(provider: TokenProvider, text: string) {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || (provider === 'vb' && url?.protocol === 'viber:');
}

export const hasNumber = (link: string) => /(?:^|\D)\d{7,15}(?:\D|$)/.test(link);

/** The body of the request: exactly the members that the messenger has. */
export function toCredential(provider: TokenProvider, values: CredentialValues) {
  const kind = sidKindOf(provider, values);
  return {
    token: values.token.trim(),
    url: values.url.trim() || null,
    ...(kind && { sid: values.sid.trim() }),
    ...(hasAppSecret(provider) && { app_secret: (kind !== 'twilio' && values.secret.trim()) || null }),
  };
}
