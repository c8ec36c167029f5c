import { Problem } from '../problems.ts';

interface RefusedRow {
  line: number;
  columns: string[];
  message: string;
}

/** Collects the rows of an import that are refused; the others go on. */
export function createRefusals(columns: readonly string[], earlier: readonly RefusedRow[] = []) {
  const refused = [...earlier];
  const columnsOf = ({ extras }: Problem) => {
    const fields = Object.keys(extras.errors ?? {}).map((field) => field.split('.', 1)[0]);
    return columns.filter((column) => fields.includes(column));
  };
  return {
    refused,
    /** What the rows become, without those that are refused. */
    accept: <Row extends { line: number }, Result>(rows: readonly Row[], read: (row: Row) => Result): Result[] =>
      rows.flatMap((row) => {
        try {
          return [read(row)];
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          refused.push({ line: row.line, columns: columnsOf(error), message: error.message });
          return [];
        }
      }),
    report: () => ({
      refused: refused.toSorted((one, other) => one.line - other.line),
      refused_count: refused.length,
    }),
  };
}
