import { Anchor, Text } from '@mantine/core';
import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessengerHealthTexts } from '../../../locales/pages/messenger-health.ts';
import { type Column, ReportTable } from '../../../ui/report/tables/report-table.tsx';
import { When } from '../../../ui/time/when.tsx';
import type { Health } from '../model/messenger-queries.ts';
import styles from './exchanges.module.css';

type Exchange = Health['exchanges'][number] & { place: number };

/** The last messages and marks that went in or out. */
export function Exchanges({ exchanges }: Pick<Health, 'exchanges'>) {
  const texts = useMessengerHealthTexts();
  const columns = useColumns();
  return (
    <>
      <h3 className={styles.heading}>{texts.exchanges}</h3>
      <Text c="dimmed" size="xs" mb="sm">
        {exchanges.length ? texts.exchangesLead : texts.noExchanges}
      </Text>
      {exchanges.length > 0 && (
        <div className={styles.table}>
          <ReportTable
            label={texts.exchanges}
            columns={columns}
            rows={exchanges.map((exchange, place) => ({ ...exchange, place }))}
            keyOf={({ at, place }) => `${at} ${place}`}
          />
        </div>
      )}
    </>
  );
}

function useColumns(): Column<Exchange>[] {
  const texts = useMessengerHealthTexts();
  const [kinds, outcomes]: Record<string, string>[] = [texts.kinds, texts.outcomes];
  const kindOf = ({ kind }: Exchange) => kinds?.[kind] ?? kind;
  const outcomeOf = ({ outcome }: Exchange) => outcomes?.[outcome] ?? outcome;
  return [
    { name: texts.at, isText: true, value: ({ at }) => at, print: ({ at }) => <When at={at} /> },
    {
      name: texts.direction,
      isText: true,
      value: ({ direction }) => texts.directions[direction],
      print: ({ direction }) => <Direction direction={direction} />,
    },
    { name: texts.kind, isText: true, value: kindOf },
    {
      name: texts.outcome,
      isText: true,
      value: outcomeOf,
      print: (exchange) => (
        <span className={styles.outcome} data-bad={exchange.outcome === 'failed' || undefined}>
          {outcomeOf(exchange)}
        </span>
      ),
    },
    { name: texts.code, isText: true, value: ({ code }) => code, print: ({ code }) => <Code code={code} /> },
    {
      name: texts.chat,
      isText: true,
      value: ({ chat_id }) => chat_id,
      print: ({ chat_id }) => (chat_id === null ? texts.none : <ChatLink id={chat_id} />),
    },
    {
      name: texts.duration,
      value: ({ duration_ms }) => duration_ms,
      print: ({ duration_ms }) => (duration_ms === null ? texts.none : texts.milliseconds(duration_ms)),
    },
  ];
}

function Direction({ direction }: Pick<Exchange, 'direction'>) {
  const { directions } = useMessengerHealthTexts();
  const Sign = direction === 'in' ? IconArrowDownLeft : IconArrowUpRight;
  return (
    <span className={styles.direction}>
      <Sign size={16} stroke={1.75} aria-hidden />
      {directions[direction]}
    </span>
  );
}

function Code({ code }: { code: string | null }) {
  const { none } = useMessengerHealthTexts();
  return code === null ? none : <code className={styles.code}>{code}</code>;
}

function ChatLink({ id }: { id: number }) {
  return (
    <Anchor renderRoot={(props) => <Link to="/inbox/$chatId" params={{ chatId: String(id) }} {...props} />}>
      {id}
    </Anchor>
  );
}
