import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';

export interface Result {
  rows: QueryResultRow[];
  /** `INSERT`, `COMMIT` */
  command: string;
  rowCount: number;
}

/** The driver's `query`, whose overloads don't know what it takes besides. */
export type QueryFunction = (...args: unknown[]) => unknown;

/** Statements that are sent together. The first that fails is the last that is run, and the reason of all behind it. */
export interface Batch {
  add: (statement: QueryConfig) => Promise<Result>;
  /** A promise, if nothing else may be sent until it is settled. */
  send: (query: QueryFunction) => Promise<void> | void;
}

interface Statement {
  config: QueryConfig;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Texts of named statements: PostgreSQL prepares a name once per connection, so each stands for one text. */
const texts = new Map<string, string>();

/** Sends each statement after the answer to the one before it: slower, but with the driver's public interface alone. */
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
        const answer = (await query({ ...config, queryMode: 'extended' })) as QueryResult;
        resolve({ rows: answer.rows, command: answer.command, rowCount: answer.rowCount ?? 0 });
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
