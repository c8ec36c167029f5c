import { randomBytes } from 'node:crypto';
import { hmac, type Vault } from '../../../infra/secrets/vault.ts';
import type { Hook, Receiver, Vendor } from '../drivers/index.ts';
import { type Changes, type Connection, sealContextOf } from './store/connections.ts';

type Row = Pick<Connection, 'id' | 'widget_id'>;

export interface Credential {
  token: string;
  sid?: string | null;
  app_secret?: string | null;
}

/** The columns of a credential. */
export function seal(vault: Vault, row: Row, credential: Credential): Changes {
  const { token, sid = null, app_secret = null } = credential;
  return {
    token: vault.seal(token, sealContextOf(row, 'token')),
    token_hash: hashToken(vault, token),
    sid: sid && vault.seal(sid, sealContextOf(row, 'sid')),
    app_secret: app_secret && vault.seal(app_secret, sealContextOf(row, 'app_secret')),
  };
}

export const hashToken = (vault: Vault, token: string) =>
  vault.hash(token, { table: 'messenger_connections', column: 'token' });

/** The columns of a new hook key; the hook of the old one is gone. */
export function sealHookKey(vault: Vault, row: Row): Changes {
  const key = randomBytes(32).toString('base64url');
  return { hook_key: vault.seal(key, sealContextOf(row, 'hook_key')), hook_key_hash: hashHookKey(vault, key) };
}

export const hashHookKey = (vault: Vault, key: string) =>
  vault.hash(key, { table: 'messenger_connections', column: 'hook_key' });

/** What the vendor needs, opened. */
export function open(vault: Vault, connection: Connection) {
  const read = (column: 'token' | 'sid' | 'app_secret') => {
    const sealed = connection[column];
    return sealed === null ? null : vault.open(sealed, sealContextOf(connection, column));
  };
  return { token: read('token') ?? '', sid: read('sid'), appSecret: read('app_secret') };
}

/** Where the vendor sends updates. The secret follows from the key, so that it is nowhere stored. */
export function hookOf(vault: Vault, publicUrl: string, connection: Connection): Hook {
  const { hook_key, provider } = connection;
  const key = hook_key === null ? '' : vault.open(hook_key, sealContextOf(connection, 'hook_key'));
  const secret = hmac(vault.derive('messenger-hooks'), key).toString('base64url');
  return { url: hookUrlOf(publicUrl, provider, key), secret };
}

export const hookUrlOf = (publicUrl: string, provider: Vendor, key: string) =>
  `${publicUrl}/messenger-hooks/${provider}/${key}`;

/** The connection as its driver reads requests for it. */
export function receiverOf(vault: Vault, publicUrl: string, connection: Connection): Receiver {
  const { account, state } = connection;
  return { ...open(vault, connection), hook: hookOf(vault, publicUrl, connection), account, state };
}
