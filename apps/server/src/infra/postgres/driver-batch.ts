/// <reference path="./driver.d.ts" />
import type { Socket } from 'node:net';
import { Client, Query, type QueryConfig, type QueryResultRow } from 'pg';
import { serialize } from 'pg-protocol';
import type { Batch, QueryFunction, Result } from './plain-batch.ts';
import { createReader, type Field, type Reader } from './rows.ts';

// Internal to the driver. If it is missing, batches are not used.
const utils = await import('pg/lib/utils.js').catch(() => undefined);

const MAX_READERS = 1_000;

/** Row readers by statement text, so that PostgreSQL describes the rows of a statement once. */
const readers = new Map<string, Reader>();

/** Internals of the driver, which its types do not have. */
interface Connection {
  stream: Socket;
  /** Texts of named statements that PostgreSQL has prepared, and of those being sent. */
  parsedStatements: Record<string, string | undefined>;
  submittedNamedStatements: Record<string, string | undefined>;
}
interface DriverQuery {
  name: string;
  text: string;
  callback: (error: Error | null) => void;
}
// The types of `Query` lack the members that the driver itself uses.
const DriverQuery = Query as unknown as new (text: string) => DriverQuery;

/** Whether this version of the driver has the internals that batches need. */
export function isBatchable(client: object = new Client()) {
  const { connection } = client as { connection?: Partial<Connection> };
  const { stream, parsedStatements, submittedNamedStatements } = connection ?? {};
  return Boolean(utils?.prepareValue && stream && parsedStatements && submittedNamedStatements);
}

/** For statements of different requests, which must not fail because of each other. */
interface ReadsOptions {
  /** Called when the batch leaves, or fails to: nothing more can be added. */
  onClosed: () => void;
  /** Runs a statement that was skipped because one before it failed. */
  rerun: (statement: QueryConfig) => Promise<Result>;
}

interface Statement {
  name: string;
  text: string;
  values: unknown[];
  reader: Reader | undefined;
  rows: QueryResultRow[];
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
}

/**
 * Sends statements in one write and gets their results together, so that each side wakes up once. After one fails, no
 * later one runs. To the driver they are one query.
 */
export class DriverBatch extends DriverQuery implements Batch {
  #statements: Statement[] = [];
  #at = 0;
  #reads: ReadsOptions | undefined;

  constructor(reads?: ReadsOptions) {
    super('');
    this.#reads = reads;
  }

  get size() {
    return this.#statements.length;
  }

  add({ name = '', text, values = [] }: QueryConfig) {
    return new Promise<Result>((resolve, reject) => {
      const encoded = utils ? values.map(utils.prepareValue) : values;
      this.#statements.push({ name, text, values: encoded, reader: readers.get(text), rows: [], resolve, reject });
    });
  }

  send(query: QueryFunction) {
    query(this, (error: Error | null) => error && this.#fail(error));
  }

  submit(connection: Connection) {
    this.#reads?.onClosed();
    const conflict = this.#statements.find(({ name, text }) => (knownText(connection, name) ?? text) !== text);
    if (conflict) return new Error(`Two statements have the name ${conflict.name}`);
    const frames = this.#statements.flatMap((statement) => toFrames(connection, statement));
    // One buffer: faster than many small writes.
    if (connection.stream.writable) connection.stream.write(Buffer.concat([...frames, serialize.sync()]));
    this.#turnTo(0);
    return null;
  }

  /** The driver records what PostgreSQL has parsed by the name and text of its current query. */
  #turnTo(at: number) {
    this.#at = at;
    this.name = this.#statements[at]?.name ?? '';
    this.text = this.#statements[at]?.text ?? '';
  }

  get #current() {
    return this.#statements[this.#at] as Statement;
  }

  handleRowDescription({ fields }: { fields: Field[] }) {
    const reader = createReader(fields);
    this.#current.reader = reader;
    if (readers.size >= MAX_READERS) readers.clear();
    readers.set(this.#current.text, reader);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }) {
    const { rows, reader } = this.#current;
    if (reader) rows.push(reader.read(fields));
  }

  handleCommandComplete({ text }: { text: string }) {
    const { resolve, rows, reader } = this.#current;
    this.#turnTo(this.#at + 1);
    const [space, last] = [text.indexOf(' '), text.lastIndexOf(' ')];
    const command = space < 0 ? text : text.slice(0, space);
    resolve({ rows, fields: reader?.fields ?? [], command, rowCount: Number(text.slice(last + 1)) || 0 });
  }

  handleReadyForQuery() {
    this.callback(null);
  }

  handleError(error: Error, connection: Connection) {
    for (const { name } of this.#unanswered) delete connection.submittedNamedStatements[name];
    this.callback(error);
  }

  get #unanswered() {
    return this.#statements.slice(this.#at);
  }

  #fail(error: Error) {
    const reads = this.#reads;
    reads?.onClosed();
    const [failed, ...skipped] = this.#unanswered;
    failed?.reject(error);
    for (const { name, text, values, resolve, reject } of skipped) {
      if (reads && isOfStatement(error)) reads.rerun({ name, text, values }).then(resolve, reject);
      else reject(error);
    }
  }
}

/** Whether a statement failed, as opposed to the connection. */
const isOfStatement = (error: Error) => 'severity' in error && error.severity === 'ERROR';

function knownText({ parsedStatements, submittedNamedStatements }: Connection, name: string) {
  return name ? (parsedStatements[name] ?? submittedNamedStatements[name]) : undefined;
}

function toFrames(connection: Connection, { name, text, values, reader }: Statement) {
  const isNew = knownText(connection, name) === undefined;
  if (isNew && name) connection.submittedNamedStatements[name] = text;
  return [
    ...(isNew ? [serialize.parse({ name, text })] : []),
    serialize.bind({ statement: name, values }),
    ...(reader ? [] : [serialize.describe({ type: 'P' })]),
    serialize.execute(),
  ];
}
