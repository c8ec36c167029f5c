import { useDebouncedValue } from '@mantine/hooks';
import type { InvitationWarning } from '@parley/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../../data/api.ts';
import { useSmartInvitationsTexts } from '../../../../locales/pages/smart-invitations.ts';
import type { RuleInput } from '../model/invitation-queries.ts';
import styles from './invitation-form.module.css';

const TYPING_MS = 500;

/** What is allowed and probably not meant. A rule that would be refused has none yet. */
const warningsQuery = (rule: string) =>
  queryOptions({
    queryKey: ['smart-invitations', 'check', rule],
    queryFn: async ({ signal }): Promise<InvitationWarning[]> => {
      const body = { rule: JSON.parse(rule) as RuleInput, mode: 'check' as const };
      return (await api.smartInvitations.save({ body, signal })).warnings;
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });

/** They are asked for once typing pauses. What is still missing of a new rule has no part in them. */
export function RuleWarnings({ rule }: { rule: RuleInput }) {
  const texts = useSmartInvitationsTexts();
  const complete = { ...rule, name: rule.name || '-', text: rule.text || '-' };
  const [checked] = useDebouncedValue(JSON.stringify(complete), TYPING_MS);
  const { data: warnings = [], isError } = useQuery(warningsQuery(checked));
  const shown = isError ? [] : warnings;
  return (
    <div role="status">
      {shown.length > 0 && (
        <section className={styles.warnings} aria-label={texts.warningsHeading}>
          <h2 className={styles.warningsHeading}>
            <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
            {texts.warningsHeading}
          </h2>
          <ul className={styles.warningsList}>
            {shown.map((warning) => (
              <li key={warning}>{texts.warnings[warning]}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
