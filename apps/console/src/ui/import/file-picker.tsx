import { Button, FileButton, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useLocale } from '../../locales/locale.tsx';
import { useImportTexts } from '../../locales/pages/import.ts';
import { UnreadableCsv } from '../csv/read-csv.ts';
import { useExplain } from '../feedback/explain.ts';
import { FormFailure } from '../form/form-failure.tsx';
import styles from './file-picker.module.css';
import { TooManyRows } from './use-import.ts';

interface FilePickerProps {
  maxRows: number;
  isReading: boolean;
  error: Error | null;
  onPick: (file: File) => void;
}

/** Takes a CSV file by a button or dropped on it. */
export function FilePicker({ maxRows, isReading, error, onPick }: FilePickerProps) {
  const texts = useImportTexts();
  const { locale } = useLocale();
  const [isOver, setOver] = useState(false);
  const explain = useExplainFile(maxRows.toLocaleString(locale));

  /** Keeps the browser from opening the file. */
  function hold(event: DragEvent) {
    event.preventDefault();
    setOver(event.type === 'dragover');
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; the button does the same by keyboard */}
      <div
        className={styles.zone}
        data-over={isOver}
        onDragOver={hold}
        onDragLeave={hold}
        onDrop={(event) => {
          hold(event);
          const [file] = event.dataTransfer.files;
          if (file) onPick(file);
        }}
      >
        <IconFileSpreadsheet size={32} stroke={1.25} aria-hidden className={styles.icon} />
        <Text>{isReading ? texts.reading : texts.drop}</Text>
        <FileButton
          onChange={(file) => file && onPick(file)}
          accept=".csv,.tsv,.txt,text/csv"
          inputProps={{ 'aria-label': texts.choose }}
        >
          {(props) => (
            <Button {...props} aria-busy={isReading}>
              {texts.choose}
            </Button>
          )}
        </FileButton>
        <Text c="dimmed" size="xs">
          {texts.limits(maxRows.toLocaleString(locale))}
        </Text>
      </div>
      <FormFailure>{error ? explain(error) : undefined}</FormFailure>
    </>
  );
}

function useExplainFile(maxRows: string) {
  const { unreadable } = useImportTexts();
  const explain = useExplain();
  return (error: Error) => {
    if (error instanceof TooManyRows) return unreadable.rows(maxRows);
    return error instanceof UnreadableCsv ? unreadable[error.reason] : explain(error);
  };
}
