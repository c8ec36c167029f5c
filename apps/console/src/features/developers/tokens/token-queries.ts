import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';

export type Token = Awaited<ReturnType<typeof api.tokens.read>>;
export type Scope = Parameters<typeof api.tokens.create>[0]['body']['scopes'][number];

const KEY = ['tokens'];

export const tokensQuery = queryOptions({
  queryKey: KEY,
  queryFn: () => Array.fromAsync(api.tokens.list.each({ query: { limit: 100 } })),
});

export const tokenQuery = (id: number) =>
  queryOptions({ queryKey: [...KEY, id], queryFn: () => api.tokens.read({ params: { id } }) });

export function stateOf({ revoked_at, expires_at }: Pick<Token, 'revoked_at' | 'expires_at'>) {
  if (revoked_at) return 'revoked';
  return expires_at && Date.parse(expires_at) <= Date.now() ? 'expired' : 'active';
}
