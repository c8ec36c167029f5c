import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CsvTable, readCsv, UnreadableCsv } from '../csv/read-csv.ts';
import { type ColumnUse, guessUses, type ImportFormat, toUpload } from './import-format.ts';

interface Refused {
  line: number;
  columns: string[];
  message: string;
}

export interface ImportResult {
  created: number;
  updated: number;
  refused: Refused[];
}

interface ImportOptions<Preview extends ImportResult, Result extends ImportResult> {
  /** Of the cache. */
  name: string;
  format: ImportFormat;
  preview: (file: File) => Promise<Preview>;
  /** With a key that is the same for each attempt to import a chosen file. */
  send: (request: { file: File; key: string }) => Promise<Result>;
  onImported: () => void;
}

/** The file has more rows than the server takes. */
export class TooManyRows extends Error {
  override readonly name = 'TooManyRows';
}

export type Import<Preview extends ImportResult, Result extends ImportResult> = ReturnType<
  typeof useImport<Preview, Result>
>;

/** From a file through its columns and a preview to the import. Nothing is stored until `send`. */
export function useImport<Preview extends ImportResult, Result extends ImportResult>(
  options: ImportOptions<Preview, Result>,
) {
  const { name, format, preview, send, onImported } = options;
  const [uses, setUses] = useState<ColumnUse[]>([]);
  const reading = useMutation({
    mutationFn: async (file: File) => {
      const table = await readCsv(file);
      if (table.rows.length > format.maxRows) throw new TooManyRows();
      if (!table.rows.length) throw new UnreadableCsv('empty');
      return table;
    },
    onSuccess: (table) => setUses(guessUses(table, format)),
  });
  const table: CsvTable | undefined = reading.data;
  const isEnough = format.isEnough(new Set(uses));
  const previewing = useQuery({
    queryKey: ['import', name, table?.id, uses],
    queryFn: () => preview(toUpload(table as CsvTable, uses, format)),
    enabled: table !== undefined && isEnough,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const sending = useMutation({
    mutationFn: (chosen: CsvTable) => send({ file: toUpload(chosen, uses, format), key: chosen.id }),
    onSuccess: onImported,
  });
  return {
    table,
    uses,
    isEnough,
    reading,
    previewing,
    sending,
    setUse: (index: number, use: ColumnUse) => setUses(uses.with(index, use)),
    restart: () => {
      reading.reset();
      sending.reset();
    },
  };
}
