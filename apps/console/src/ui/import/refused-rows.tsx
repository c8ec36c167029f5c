import { Button, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useLocale } from '../../locales/locale.tsx';
import { useImportTexts } from '../../locales/pages/import.ts';
import type { CsvTable } from '../csv/read-csv.ts';
import { saveCsv, toCsv } from '../csv/write-csv.ts';
import type { ColumnUse } from './import-format.ts';
import styles from './refused-rows.module.css';
import type { ImportResult } from './use-import.ts';

interface RefusedRowsProps {
  table: CsvTable;
  uses: ColumnUse[];
  /** Names of the fields by key. */
  names: Record<string, string>;
  refused: ImportResult['refused'];
  heading: string;
}

const SHOWN = 50;

/** Rows that are not imported: where, why and the values at fault. All of them can be downloaded, to be corrected. */
export function RefusedRows({ table, uses, names, refused, heading }: RefusedRowsProps) {
  const texts = useImportTexts();
  const { locale } = useLocale();
  const explain = useExplainRow(table, names);
  const all = [...refused, ...table.uneven].toSorted((one, other) => one.line - other.line);
  if (!all.length) return null;
  const rows = new Map([...table.rows, ...table.uneven].map(({ line, cells }) => [line, cells]));
  const faultyValue = (row: (typeof all)[number]) => {
    const cells = rows.get(row.line) ?? [];
    if (!('columns' in row)) return cells.join(', ');
    return row.columns.flatMap((column) => cells[uses.indexOf(column)]?.trim() || []).join(', ');
  };
  const download = () => {
    const lines = all.map((row) => [...(rows.get(row.line) ?? []), explain(row)]);
    const name = `${table.fileName.replace(/\.\w+$/, '')} ${texts.refusedFile}`;
    saveCsv(name, toCsv([[...table.header.cells, texts.reason], ...lines], locale));
  };
  return (
    <section className={styles.refused} aria-label={heading}>
      <div className={styles.heading}>
        <Title order={3} size="h2">
          {heading}
        </Title>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} stroke={1.75} aria-hidden />}
          onClick={download}
        >
          {texts.download}
        </Button>
      </div>
      <div className={styles.frame}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{texts.line}</th>
              <th scope="col">{texts.reason}</th>
              <th scope="col">{texts.value}</th>
            </tr>
          </thead>
          <tbody>
            {all.slice(0, SHOWN).map((row) => (
              <tr key={row.line}>
                <td className={styles.line}>{row.line}</td>
                <td>{explain(row)}</td>
                <td>
                  <span className={styles.value} dir="auto">
                    {faultyValue(row) || texts.noValue}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {all.length > SHOWN && <p className={styles.more}>{texts.more((all.length - SHOWN).toLocaleString(locale))}</p>}
    </section>
  );
}

function useExplainRow({ header }: CsvTable, names: Record<string, string>) {
  const texts = useImportTexts();
  return (row: ImportResult['refused'][number] | CsvTable['uneven'][number]) =>
    'columns' in row
      ? texts.explain(row.columns, row.message, names)
      : texts.uneven(row.cells.length, header.cells.length);
}
