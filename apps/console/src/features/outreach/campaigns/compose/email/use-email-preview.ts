import { useDebouncedValue } from '@mantine/hooks';
import type { EmailSettings } from '@parley/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../../../data/api.ts';
import { useSession } from '../../../../../data/session.ts';
import { type EmailErrors, useEmailRefusal } from './email-errors.ts';
import { type EmailValues, emailSettingsOf } from './email-values.ts';

const TYPING_MS = 500;

const previewQuery = (settings: string, contactId: string | null) =>
  queryOptions({
    queryKey: ['campaigns', 'preview', settings, contactId],
    queryFn: ({ signal }) =>
      api.campaigns.preview({
        body: {
          type: 'email',
          settings: JSON.parse(settings) as EmailSettings,
          ...(contactId && { contact_id: contactId }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

/** The mail and its audience. Times may be incomplete while they are typed, and change neither. */
export function previewedSettings(values: EmailValues, timeZone: string): EmailSettings {
  const { send_at: _, window: __, rate_per_minute: ___, ...settings } = emailSettingsOf(values, timeZone);
  return settings;
}

/** Whom the draft reaches now, and what it looks like to some of them, once typing pauses. */
export function useEmailPreview(values: EmailValues, contactId: string | null) {
  const { timezone } = useSession().account;
  const refusalOf = useEmailRefusal();
  const [settings] = useDebouncedValue(JSON.stringify(previewedSettings(values, timezone)), TYPING_MS);
  const query = useQuery(previewQuery(settings, contactId));
  const errors: EmailErrors = query.error ? (refusalOf(query.error) ?? {}) : {};
  return { query, errors };
}
