import { Button, Group, Progress, Text, Title } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocale } from '../../locales/locale.tsx';
import { useImportTexts } from '../../locales/pages/import.ts';
import type { CsvTable } from '../csv/read-csv.ts';
import { useExplain } from '../feedback/explain.ts';
import { Loaded } from '../feedback/loaded.tsx';
import { FormFailure } from '../form/form-failure.tsx';
import { ColumnList } from './column-list.tsx';
import { FilePicker } from './file-picker.tsx';
import { IGNORED, type ImportFormat } from './import-format.ts';
import styles from './import-steps.module.css';
import { RefusedRows } from './refused-rows.tsx';
import type { Import, ImportResult } from './use-import.ts';

interface ImportStepsProps<Preview extends ImportResult, Result extends ImportResult> {
  state: Import<Preview, Result>;
  format: ImportFormat;
  /** Names of the fields by key. */
  names: Record<string, string>;
  /** Said when the chosen columns are not enough. */
  missing: string;
  /** What will happen, or has happened, in a sentence. */
  summary: (result: Preview | Result) => string;
  /** More of the preview, above the refused rows. */
  details?: (preview: Preview) => ReactNode;
  /** Where to see what was imported. */
  after: ReactNode;
}

/** A file, its columns, a preview, and the result. */
export function ImportSteps<Preview extends ImportResult, Result extends ImportResult>(
  props: ImportStepsProps<Preview, Result>,
) {
  const { state, format, names, summary, after } = props;
  const texts = useImportTexts();
  const { table, uses, reading, sending, restart } = state;
  if (!table) {
    const { isPending, error, mutate } = reading;
    return <FilePicker maxRows={format.maxRows} isReading={isPending} error={error} onPick={mutate} />;
  }
  if (!sending.data) return <Preparation {...props} table={table} />;
  const { refused } = sending.data;
  return (
    <>
      <Title order={2} tabIndex={-1}>
        {texts.done}
      </Title>
      <Text role="status">{summary(sending.data)}</Text>
      <Group gap="xs" mt="md">
        {after}
        <Button variant="default" onClick={restart}>
          {texts.another}
        </Button>
      </Group>
      <RefusedRows
        table={table}
        uses={uses}
        names={names}
        refused={refused}
        heading={texts.wereRefused(refused.length + table.uneven.length)}
      />
    </>
  );
}

type PreparationProps<Preview extends ImportResult, Result extends ImportResult> = ImportStepsProps<Preview, Result> & {
  table: CsvTable;
};

function Preparation<Preview extends ImportResult, Result extends ImportResult>(
  props: PreparationProps<Preview, Result>,
) {
  const { state, format, names, missing, summary, details, table } = props;
  const texts = useImportTexts();
  const { locale } = useLocale();
  const { uses, isEnough, previewing } = state;
  const ignored = table.header.cells.filter((_, index) => uses[index] === IGNORED);
  const count = table.rows.length + table.uneven.length;
  return (
    <>
      <div className={styles.file}>
        <IconFileSpreadsheet size={20} stroke={1.75} aria-hidden className={styles.icon} />
        <span className={styles.name}>{table.fileName}</span>
        <span className={styles.facts}>{texts.rows(count, count.toLocaleString(locale))}</span>
        <Button variant="subtle" color="gray" size="xs" onClick={state.restart}>
          {texts.change}
        </Button>
      </div>
      <Title order={2}>{texts.columns}</Title>
      <Text c="dimmed" className={styles.lead}>
        {texts.columnsLead}
      </Text>
      <ColumnList table={table} format={format} names={names} uses={uses} onUse={state.setUse} />
      {ignored.length > 0 && (
        <Text c="dimmed" size="xs" mt="xs">
          {texts.ignored(ignored.map((heading) => heading.trim() || '—').join(', '))}
        </Text>
      )}
      <Title order={2} className={styles.preview}>
        {texts.preview}
      </Title>
      {isEnough ? (
        <Loaded query={previewing} failure={texts.previewFailed}>
          {(preview) => (
            <div aria-busy={previewing.isFetching} className={styles.outcome}>
              <Text role="status">{summary(preview)}</Text>
              {details?.(preview)}
              <RefusedRows
                table={table}
                uses={uses}
                names={names}
                refused={preview.refused}
                heading={texts.willBeRefused(preview.refused.length + table.uneven.length)}
              />
              <Confirmation state={state} table={table} preview={preview} />
            </div>
          )}
        </Loaded>
      ) : (
        <Text role="status">{missing}</Text>
      )}
    </>
  );
}

interface ConfirmationProps<Preview extends ImportResult, Result extends ImportResult> {
  state: Import<Preview, Result>;
  table: CsvTable;
  preview: Preview;
}

function Confirmation<Preview extends ImportResult, Result extends ImportResult>({
  state: { sending, previewing },
  table,
  preview: { created, updated },
}: ConfirmationProps<Preview, Result>) {
  const texts = useImportTexts();
  const { locale } = useLocale();
  const explain = useExplain();
  const count = created + updated;
  const { isPending, error, mutate } = sending;
  return (
    <div className={styles.confirmation}>
      <Button
        disabled={count === 0}
        aria-busy={isPending || previewing.isFetching}
        onClick={() => isPending || previewing.isFetching || mutate(table)}
      >
        {isPending ? texts.importing : texts.confirm(count, count.toLocaleString(locale))}
      </Button>
      {isPending && <Progress value={100} animated aria-label={texts.importing} className={styles.progress} />}
      <FormFailure>{error ? (wasImported(error) ? texts.already : explain(error)) : undefined}</FormFailure>
    </div>
  );
}

/** An earlier attempt succeeded, and its answer was lost. */
const wasImported = (error: Error) => error instanceof ParleyProblem && error.code === 'idempotency_key_reused';
