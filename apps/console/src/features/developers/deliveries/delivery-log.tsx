import { Button, Select, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDeliveriesTexts } from '../../../locales/pages/deliveries.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Rows } from '../../../ui/layout/rows.tsx';
import styles from './delivery-log.module.css';
import { DeliveryRow } from './delivery-row.tsx';
import { type LoggedDelivery, statuses } from './logged-delivery.ts';

interface DeliveryLogProps<Page> {
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  deliveriesOf: (page: Page) => LoggedDelivery[];
  status: string | null;
  onStatus: (status: string | null) => void;
  /** Further filters, each with this class. */
  filters?: (className: string) => ReactNode;
  isFiltered: boolean;
  /** What to do when nothing was sent yet. */
  emptyLead: string;
  onRedeliver?: (id: string) => void;
}

/** Deliveries, newest first, each with its request and what came back. */
export function DeliveryLog<Page>(props: DeliveryLogProps<Page>) {
  const { query, deliveriesOf, status, onStatus, filters, isFiltered, emptyLead, onRedeliver } = props;
  const texts = useDeliveriesTexts();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <section aria-labelledby="deliveries">
      <div className={styles.head}>
        <h2 id="deliveries" className={styles.heading}>
          {texts.heading}
        </h2>
        {filters?.(styles.filter ?? '')}
        <Select
          aria-label={texts.status}
          placeholder={texts.all}
          data={statuses.map((value) => ({ value, label: texts.statuses[value] }))}
          value={status}
          onChange={onStatus}
          clearable
          className={styles.filter ?? ''}
        />
      </div>
      <Loaded query={query} failure={texts.failed}>
        {({ pages }) => {
          const deliveries = pages.flatMap(deliveriesOf);
          if (deliveries.length === 0) {
            return (
              <EmptyState icon={IconSend} heading={isFiltered ? texts.noneMatch : texts.empty}>
                {isFiltered ? texts.noneMatchLead : emptyLead}
              </EmptyState>
            );
          }
          return (
            <Rows
              label={texts.heading}
              end={
                hasNextPage ? (
                  <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                    {texts.older}
                  </Button>
                ) : (
                  <Text size="xs">{texts.end}</Text>
                )
              }
            >
              {deliveries.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} {...(onRedeliver && { onRedeliver })} />
              ))}
            </Rows>
          );
        }}
      </Loaded>
    </section>
  );
}
