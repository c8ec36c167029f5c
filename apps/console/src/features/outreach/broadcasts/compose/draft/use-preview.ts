import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../../../data/api.ts';
import { useSession } from '../../../../../data/session.ts';
import type { DraftErrors } from './draft-errors.ts';
import { useDraftRefusal } from './draft-errors.ts';
import { type DraftValues, type Settings, settingsOf } from './draft-values.ts';

const TYPING_MS = 500;

interface Previewed {
  channel: string;
  settings: string;
  contactId: string | null;
}

const previewQuery = ({ channel, settings, contactId }: Previewed) =>
  queryOptions({
    queryKey: ['broadcasts', 'preview', channel, settings, contactId],
    queryFn: ({ signal }) =>
      api.broadcasts.preview({
        body: { channel, settings: JSON.parse(settings) as Settings, ...(contactId && { contact_id: contactId }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

/** Buttons and times do not change whom it reaches, and may be incomplete while they are typed. */
function previewed(values: DraftValues, timeZone: string) {
  const {
    send_at: _,
    window: __,
    rate_per_minute: ___,
    ...settings
  } = settingsOf({ ...values, kind: values.kind === 'keyboard' ? 'text' : values.kind }, timeZone);
  return JSON.stringify(settings);
}

/** Whom the draft reaches now, and its text for some of them or for a contact, once typing pauses. */
export function usePreview(values: DraftValues, contactId: string | null) {
  const { timezone } = useSession().account;
  const refusalOf = useDraftRefusal();
  const [settings] = useDebouncedValue(previewed(values, timezone), TYPING_MS);
  const query = useQuery(previewQuery({ channel: values.channel, settings, contactId }));
  const errors: DraftErrors = query.error ? (refusalOf(query.error) ?? {}) : {};
  return { query, errors };
}
