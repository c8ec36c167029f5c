import type { Credential } from './ai-queries.ts';

/** Whether a credential has what its provider needs. Others are passed over. */
export const isUsable = ({ is_active, has_api_key, provider, has_signing_secret }: Credential) =>
  is_active && has_api_key && (provider !== 'webhook' || has_signing_secret);

const scopeKey = ({ assistant_id, operator_id }: Credential) => `${assistant_id} ${operator_id}`;

/** Ids of those that are asked first: the oldest usable one of each scope. */
export function findFirst(credentials: Credential[]) {
  const first = new Map<string, number>();
  for (const credential of credentials.toSorted((a, b) => a.id - b.id)) {
    const key = scopeKey(credential);
    if (isUsable(credential) && !first.has(key)) first.set(key, credential.id);
  }
  return new Set(first.values());
}

const SCOPES = ['widget', 'assistant', 'operator'];

/** Credentials that begin a chain: asked first, or the backup of none. What a widget shares comes before its parts. */
export function findHeads(credentials: Credential[]) {
  const first = findFirst(credentials);
  const backups = new Set(credentials.map(({ backup_credential_id }) => backup_credential_id));
  return credentials
    .filter(({ id }) => first.has(id) || !backups.has(id))
    .toSorted(
      (a, b) =>
        SCOPES.indexOf(a.scope) - SCOPES.indexOf(b.scope) ||
        Number(first.has(b.id)) - Number(first.has(a.id)) ||
        a.id - b.id,
    );
}
