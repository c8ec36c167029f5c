import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { type Field, toField } from './rows.ts';

export interface Result {
  rows: QueryResultRow[];
  fields: Field[];
  /** `INSERT`, `COMMIT` */
  command: string;
  rowCount: number;
}

/** The driver's `query`, which accepts more than its overloads declare. */
export type QueryFunction = (...args: unknown[]) => unknown;

/** Statements that are sent together. After one fails, no later one runs, and all of them reject with its error. */
export interface Batch {
  add: (statement: QueryConfig) => Promise<Result>;
  /** Returns a promise if nothing else may be sent until it settles. */
  send: (query: QueryFunction) => Promise<void> | void;
}

interface Statement {
  config: QueryConfig;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Texts by statement name: a name is prepared once per connection, so it must always have the same text. */
const texts = new Map<string, string>();

/** Sends each statement after the result of the one before: slower, but only with the public interface of the driver. */
export class PlainBatch implements Batch {
  #statements: Statement[] = [];

  add(config: QueryConfig) {
    return new Promise<Result>((resolve, reject) => {
      this.#statements.push({ config, resolve, reject });
    });
  }

  async send(query: QueryFunction) {
    let failure: unknown = this.#findSharedName();
    for (const { config, resolve, reject } of this.#statements) {
      if (failure) {
        reject(failure);
        continue;
      }
      try {
        // The simple protocol would accept several statements in one text.
        const result = (await query({ ...config, queryMode: 'extended' })) as QueryResult;
        const { rows, fields, command, rowCount } = result;
        resolve({ rows, fields: fields.map(toField), command, rowCount: rowCount ?? 0 });
      } catch (error) {
        failure = error;
        reject(error);
      }
    }
  }

  #findSharedName() {
    for (const { config } of this.#statements) {
      const { name, text } = config;
      if (name && texts.getOrInsert(name, text) !== text) return new Error(`Two statements have the name ${name}`);
    }
    return undefined;
  }
}
