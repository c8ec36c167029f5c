import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { CsvValue } from '../../csv/write-csv.ts';
import styles from './report-table.module.css';

export interface Column<Row> {
  name: string;
  definition?: string;
  /** In files, and what rows are sorted by. */
  value: (row: Row) => CsvValue;
  /** As shown; by default the value. */
  print?: (row: Row) => ReactNode;
  /** For a file, if not that of the table: it names the unit. */
  fileName?: string;
  isText?: boolean;
}

interface ReportTableProps<Row> {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string | number;
}

interface Order {
  column: number;
  isAscending: boolean;
}

/** Sorted by a click on a heading; numbers start with the largest. */
export function ReportTable<Row>({ label, columns, rows, keyOf }: ReportTableProps<Row>) {
  const [order, setOrder] = useState<Order>();
  const sorted = order ? sort(rows, columns[order.column], order.isAscending) : rows;
  const press = (column: number) =>
    setOrder((known) =>
      known?.column === column
        ? { column, isAscending: !known.isAscending }
        : { column, isAscending: columns[column]?.isText ?? false },
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <section className={styles.scroller} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <Heading
                key={column.name}
                column={column}
                order={order?.column === index ? order : undefined}
                onPress={() => press(index)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, value, print, isText }, index) => {
                const Cell = index ? 'td' : 'th';
                return (
                  <Cell key={name} data-text={isText} {...(!index && { scope: 'row' })}>
                    {print ? print(row) : value(row)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface HeadingProps<Row> {
  column: Column<Row>;
  order: Order | undefined;
  onPress: () => void;
}

function Heading<Row>({ column: { name, definition, isText }, order, onPress }: HeadingProps<Row>) {
  const Chevron = order?.isAscending ? IconChevronUp : IconChevronDown;
  const direction = order && (order.isAscending ? 'ascending' : 'descending');
  return (
    <th scope="col" data-text={isText} aria-sort={direction}>
      <Tooltip label={definition} disabled={!definition} multiline w={260}>
        <UnstyledButton className={styles.heading} onClick={onPress} data-defined={definition !== undefined}>
          {name}
          {order && <Chevron size={14} stroke={2} aria-hidden />}
        </UnstyledButton>
      </Tooltip>
    </th>
  );
}

function sort<Row>(rows: Row[], column: Column<Row> | undefined, isAscending: boolean) {
  if (!column) return rows;
  const sign = isAscending ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [one, other] = [column.value(a), column.value(b)];
    // Nothing is always last.
    if (one == null || other == null) return Number(one == null) - Number(other == null);
    return (
      sign *
      (typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other)))
    );
  });
}
