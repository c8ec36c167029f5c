import { Button } from '@mantine/core';
import { IconChecks, IconCircleCheck } from '@tabler/icons-react';
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useAiAlertsTexts } from '../../../locales/pages/ai-alerts.ts';
import { SegmentedChoice } from '../../../ui/controls/segmented-choice.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { ListEnd } from '../../../ui/feedback/list-end.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Rows } from '../../../ui/layout/rows.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { AlertRow } from './alert-row.tsx';
import styles from './alerts.module.css';
import { openAlertsQuery } from './open-alerts.ts';

const STATES = ['unacknowledged', 'acknowledged', 'all'] as const;
type AlertState = (typeof STATES)[number];

const alertsQuery = (state: AlertState) =>
  infiniteQueryOptions({
    queryKey: ['ai', 'alerts', 'list', state],
    queryFn: ({ pageParam: cursor }) => api.aiAlerts.list({ query: { state, limit: 25, ...(cursor && { cursor }) } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchOnMount: 'always',
  });

/** What went wrong, newest first. */
export function Alerts() {
  const texts = useAiAlertsTexts();
  const [state, setState] = useState<AlertState>('unacknowledged');
  const query = useInfiniteQuery(alertsQuery(state));
  // Badges count what the list shows.
  useQuery({ ...openAlertsQuery, refetchOnMount: 'always' });
  const { mutate, isPending } = useAcknowledgement();
  const alerts = query.data?.pages.flatMap(({ data }) => data);
  const hasOpen = alerts?.some(({ acknowledged_at }) => !acknowledged_at);
  return (
    <Screen>
      <PageHeading
        title={texts.title}
        lead={texts.lead}
        actions={
          hasOpen && (
            <Button
              variant="default"
              leftSection={<IconChecks size={16} stroke={1.75} aria-hidden />}
              aria-busy={isPending}
              onClick={() => isPending || mutate(undefined)}
            >
              {texts.acknowledgeAll}
            </Button>
          )
        }
      />
      <div className={styles.tools}>
        <SegmentedChoice
          label={texts.state}
          isLabelHidden
          value={state}
          options={STATES.map((value) => ({ value, label: texts.states[value] }))}
          onChange={setState}
        />
      </div>
      <Loaded query={{ ...query, data: alerts }} failure={texts.failed}>
        {(found) =>
          found.length ? (
            <>
              <Rows label={texts.title}>
                {found.map((alert) => (
                  <AlertRow key={alert.id} alert={alert} onAcknowledge={() => isPending || mutate(alert.id)} />
                ))}
              </Rows>
              <ListEnd list={query} end={texts.end} />
            </>
          ) : (
            <EmptyState icon={IconCircleCheck} heading={texts.empty[state]}>
              {texts.emptyLead}
            </EmptyState>
          )
        }
      </Loaded>
    </Screen>
  );
}

/** Acknowledges one alert, or all. */
function useAcknowledgement() {
  const texts = useAiAlertsTexts();
  const notify = useNotice();
  const explain = useExplain();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number | undefined) => api.aiAlerts.acknowledge({ body: id === undefined ? {} : { ids: [id] } }),
    onSuccess: ({ acknowledged }) => {
      notify({ kind: 'done', text: texts.acknowledged(acknowledged) });
      return queryClient.invalidateQueries({ queryKey: ['ai', 'alerts'] });
    },
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
}
