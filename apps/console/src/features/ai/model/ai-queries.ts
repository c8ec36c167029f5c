import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';

export type AiSettings = Awaited<ReturnType<typeof api.aiSettings.read>>;
export type Assistant = Awaited<ReturnType<typeof api.aiAssistants.read>>;
export type Operator = Awaited<ReturnType<typeof api.aiOperators.read>>;
export type Credential = Awaited<ReturnType<typeof api.aiCredentials.read>>;
export type ExternalOperator = Awaited<ReturnType<typeof api.externalOperators.read>>;

const KEY = ['ai'];
/** A widget has at most a hundred of each. */
const ALL = { query: { limit: 100 } };

export const settingsQuery = queryOptions({
  queryKey: [...KEY, 'settings'],
  queryFn: () => api.aiSettings.read(),
});

export const assistantsQuery = queryOptions({
  queryKey: [...KEY, 'assistants'],
  queryFn: () => Array.fromAsync(api.aiAssistants.list.each(ALL)),
});

export const operatorsQuery = queryOptions({
  queryKey: [...KEY, 'operators'],
  queryFn: () => Array.fromAsync(api.aiOperators.list.each(ALL)),
});

export const credentialsQuery = queryOptions({
  queryKey: [...KEY, 'credentials'],
  queryFn: () => Array.fromAsync(api.aiCredentials.list.each(ALL)),
});

export const externalOperatorsQuery = queryOptions({
  queryKey: [...KEY, 'external-operators'],
  queryFn: () => Array.fromAsync(api.externalOperators.list.each(ALL)),
});
