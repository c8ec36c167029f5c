import { type QueryResultRow, types } from 'pg';
import { toIso } from './columns.ts';

const INT8 = 20;
const TEXT = 25;
const INT8_ARRAY = 1016;
const INT4_ARRAY = 1007;
const TIMESTAMPTZ = 1184;

/** Parses values as the API shows them: ids are numbers, times are ISO 8601. */
export function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8) return Number;
  if (oid === INT8_ARRAY) return types.getTypeParser(INT4_ARRAY as number, 'text');
  if (oid === TIMESTAMPTZ) return toIso;
  return types.getTypeParser(oid, format as 'text');
}

/** A column of a result. */
export interface Field {
  name: string;
  dataTypeID: number;
}

/** Without what only the driver uses. */
export const toField = ({ name, dataTypeID }: Field): Field => ({ name, dataTypeID });

/** Reads the rows of a statement. */
export interface Reader {
  fields: Field[];
  read: (values: (string | null)[]) => QueryResultRow;
}

/** Compiles one object literal for all columns: adding them one by one takes most of the time of a page. */
export function createReader(fields: Field[]): Reader {
  const parsers = fields.map(({ dataTypeID }) => getTypeParser(dataTypeID));
  const members = fields.map(({ name, dataTypeID }, at) => {
    const value = `values[${at}]`;
    const parsed = dataTypeID === TEXT ? value : `${value} === null ? null : parsers[${at}](${value})`;
    return `${JSON.stringify(name)}: ${parsed}`;
  });
  return {
    fields: fields.map(toField),
    read: new Function('parsers', `return (values) => ({ ${members.join(', ')} })`)(parsers),
  };
}

/** The row of a statement that always returns one. */
export function onlyRow<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('A statement that always returns a row returned none');
  return row;
}
