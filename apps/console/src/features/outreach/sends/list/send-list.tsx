import { Button, Select } from '@mantine/core';
import type { SendStatus } from '@parley/contract';
import type { Icon } from '@tabler/icons-react';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSendsTexts } from '../../../../locales/pages/sends.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { ListEnd } from '../../../../ui/feedback/list-end.tsx';
import { Loaded } from '../../../../ui/feedback/loaded.tsx';
import { PageHeading } from '../../../../ui/layout/page-heading.tsx';
import { Rows } from '../../../../ui/layout/rows.tsx';
import { Screen } from '../../../../ui/layout/screen.tsx';
import type { Send, SendKind } from '../model/send.ts';
import { statuses } from '../model/send-search.ts';
import { useKindTexts } from '../model/use-kind-texts.ts';
import styles from './list.module.css';

interface SendListProps<Listed extends Send> {
  kind: SendKind;
  icon: Icon;
  query: UseInfiniteQueryResult<InfiniteData<{ data: Listed[] }>>;
  /** The button with which one begins. */
  create: ReactNode;
  /** In its place on an empty list. */
  begin?: ReactNode;
  filters: ReactNode;
  isFiltered: boolean;
  onClear: () => void;
  row: (send: Listed) => ReactNode;
}

/** Sends of a kind, newest first. */
export function SendList<Listed extends Send>(props: SendListProps<Listed>) {
  const { kind, query, create, filters, isFiltered, row } = props;
  const all = useSendsTexts();
  const texts = useKindTexts(kind);
  const sends = query.data?.pages.flatMap(({ data }) => data);
  return (
    <Screen>
      <PageHeading title={texts.title} lead={texts.lead} actions={create} />
      {(isFiltered || Boolean(sends?.length)) && (
        <search className={styles.filters} aria-label={all.filters}>
          {filters}
        </search>
      )}
      <Loaded query={{ ...query, data: sends }} failure={texts.failed}>
        {(found) =>
          found.length ? (
            <div aria-busy={query.isPlaceholderData}>
              <Rows label={texts.title}>{found.map(row)}</Rows>
              <ListEnd list={query} end={all.end} />
            </div>
          ) : (
            <NoSends {...props} />
          )
        }
      </Loaded>
    </Screen>
  );
}

type NoSendsProps = Pick<SendListProps<Send>, 'kind' | 'icon' | 'create' | 'begin' | 'isFiltered' | 'onClear'>;

function NoSends({ kind, icon, create, begin = create, isFiltered, onClear }: NoSendsProps) {
  const all = useSendsTexts();
  const texts = useKindTexts(kind);
  if (!isFiltered) {
    return (
      <EmptyState icon={icon} heading={texts.empty} action={begin}>
        {texts.emptyLead}
      </EmptyState>
    );
  }
  const clear = (
    <Button variant="default" onClick={onClear}>
      {all.clear}
    </Button>
  );
  return (
    <EmptyState icon={icon} heading={texts.noMatches} action={clear}>
      {texts.noMatchesLead}
    </EmptyState>
  );
}

interface StatusFilterProps {
  value: SendStatus | undefined;
  onChange: (status: SendStatus | undefined) => void;
}

export function StatusFilter({ value, onChange }: StatusFilterProps) {
  const texts = useSendsTexts();
  return (
    <Select
      aria-label={texts.status}
      placeholder={texts.anyStatus}
      data={statuses.map((each) => ({ value: each, label: texts.statuses[each] }))}
      value={value ?? null}
      onChange={(chosen) => onChange(statuses.find((each) => each === chosen))}
      clearable
      clearButtonProps={{ 'aria-label': texts.anyStatus }}
    />
  );
}
