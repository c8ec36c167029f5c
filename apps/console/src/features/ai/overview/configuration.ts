import { useQueries } from '@tanstack/react-query';
import {
  type AiSettings,
  type Credential,
  credentialsQuery,
  type ExternalOperator,
  externalOperatorsQuery,
  type Operator,
  operatorsQuery,
  settingsQuery,
} from '../model/ai-queries.ts';

export interface Configuration {
  settings: AiSettings;
  credentials: Credential[];
  operators: Operator[];
  external: ExternalOperator[];
}

/** All that decides whether the AI answers. */
export function useConfiguration() {
  return useQueries({
    queries: [settingsQuery, credentialsQuery, operatorsQuery, externalOperatorsQuery],
    combine: (all) => {
      const [settings, credentials, operators, external] = all;
      const isLoaded = settings.data && credentials.data && operators.data && external.data;
      const data: Configuration | undefined = isLoaded && {
        settings: settings.data,
        credentials: credentials.data,
        operators: operators.data,
        external: external.data,
      };
      const failed = all.filter(({ error }) => error);
      return { data, error: failed[0]?.error ?? null, refetch: () => failed.map(({ refetch }) => refetch()) };
    },
  });
}
