import { useQuery } from '@tanstack/react-query';
import { useAiUsageTexts } from '../../../locales/pages/ai-usage.ts';
import type { ReportPeriod } from '../../../ui/report/period/periods.ts';
import type { Column } from '../../../ui/report/tables/report-table.tsx';
import { TableSection } from '../../../ui/report/tables/table-section.tsx';
import { assistantsQuery } from '../model/ai-queries.ts';
import { toDollars, useAmounts } from '../model/money.ts';
import type { UsageReport } from './usage-query.ts';

type UsageRow = UsageReport['rows'][number];
type Figure = 'calls' | 'failures' | 'input_tokens' | 'output_tokens' | 'cost_usd_micro';

const keyOf = ({ assistant_id, model, purpose }: UsageRow) => `${assistant_id} ${model} ${purpose}`;

/** All days together, largest first. */
export function UsageTable({ usage, period }: { usage: UsageReport; period: ReportPeriod }) {
  const texts = useAiUsageTexts();
  const rows = [...Map.groupBy(usage.rows, keyOf).values()]
    .map((days) => days.reduce(add))
    .toSorted((a, b) => b.input_tokens + b.output_tokens - a.input_tokens - a.output_tokens);
  return <TableSection title={texts.table} period={period} columns={useColumns()} rows={rows} keyOf={keyOf} />;
}

function add(one: UsageRow, other: UsageRow): UsageRow {
  return {
    ...one,
    calls: one.calls + other.calls,
    failures: one.failures + other.failures,
    input_tokens: one.input_tokens + other.input_tokens,
    output_tokens: one.output_tokens + other.output_tokens,
    cost_usd_micro: one.cost_usd_micro + other.cost_usd_micro,
  };
}

function useColumns(): Column<UsageRow>[] {
  const { columns, costColumn, purposes, noAssistant, deleted } = useAiUsageTexts();
  const { count, cost } = useAmounts();
  const { data: assistants } = useQuery(assistantsQuery);
  const nameOf = (id: number | null) => {
    if (id === null) return noAssistant;
    return assistants?.find((each) => each.id === id)?.name ?? (assistants ? deleted(id) : '…');
  };
  const counted = (name: string, figure: Figure): Column<UsageRow> => ({
    name,
    value: (row) => row[figure],
    print: (row) => count(row[figure]),
  });
  return [
    { name: columns.assistant, value: ({ assistant_id }) => nameOf(assistant_id), isText: true },
    { name: columns.model, value: ({ model }) => model, isText: true },
    {
      name: columns.purpose,
      value: ({ purpose }) => (purposes as Record<string, string>)[purpose] ?? purpose,
      isText: true,
    },
    counted(columns.calls, 'calls'),
    counted(columns.failures, 'failures'),
    counted(columns.input, 'input_tokens'),
    counted(columns.output, 'output_tokens'),
    {
      name: columns.cost,
      fileName: costColumn,
      value: ({ cost_usd_micro }) => toDollars(cost_usd_micro),
      print: ({ cost_usd_micro }) => cost(cost_usd_micro),
    },
  ];
}
