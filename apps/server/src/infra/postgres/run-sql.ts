import type { QueryConfig, QueryResultRow } from 'pg';
import type { Result } from './plain-batch.ts';
import { type Columns, checkRows, type RowOf } from './row-schema.ts';
import { compile, nameOf } from './sql.ts';

type Template<Output> = (strings: TemplateStringsArray, ...parts: unknown[]) => Output;

interface Tag {
  /** Runs a statement whose rows have these columns. */
  <C extends Columns>(columns: C): Template<Promise<RowOf<C>[]>>;
  /** Runs a statement without rows. */
  (strings: TemplateStringsArray, ...parts: unknown[]): Promise<void>;
}

/** Runs statements written as templates. Fragments in them are inserted, everything else becomes a parameter. */
export interface RunSql extends Tag {
  <Row extends QueryResultRow>(statement: QueryConfig): Promise<Row[]>;
  /** Planned once per connection: for a statement that is run often, and whose plan does not depend on its values. */
  prepared: Tag;
}

/** Adds statements whose result nothing but the commit waits for. */
export interface Pipeline extends Template<void> {
  (statement: QueryConfig): void;
  prepared: Template<void>;
}

interface Options {
  /** Whether rows are held against the columns that their statement declares. */
  checksRows: boolean;
}

type Run = (statement: QueryConfig) => Promise<Result>;

export function createRunSql(run: Run, { checksRows }: Options): RunSql {
  const runTemplate = async (columns: Columns | undefined, statement: QueryConfig) => {
    try {
      const { fields, rows } = await run(statement);
      if (checksRows) checkRows(statement.text, columns, fields, rows);
      return rows;
    } catch (error) {
      // The driver's stack ends at the socket; this one leads to the caller.
      Error.captureStackTrace(error as Error);
      throw error;
    }
  };
  const tag =
    (toStatement: typeof compile) =>
    (first: TemplateStringsArray | Columns, ...parts: unknown[]) => {
      if (Array.isArray(first)) return runTemplate(undefined, toStatement(first as TemplateStringsArray, parts));
      return (strings: TemplateStringsArray, ...inner: unknown[]) =>
        runTemplate(first as Columns, toStatement(strings, inner));
    };
  const plain = tag(compile);
  const both = ((first: never, ...parts: unknown[]) =>
    typeof (first as QueryConfig).text === 'string'
      ? run(first).then(({ rows }) => rows)
      : plain(first, ...parts)) as Tag;
  return Object.assign(both, { prepared: tag(prepare) as Tag }) as RunSql;
}

export function createPipeline(run: (statement: QueryConfig) => void): Pipeline {
  const plain = (first: TemplateStringsArray | QueryConfig, ...parts: unknown[]) =>
    run(Array.isArray(first) ? compile(first as TemplateStringsArray, parts) : (first as QueryConfig));
  return Object.assign(plain, {
    prepared: (strings: TemplateStringsArray, ...parts: unknown[]) => run(prepare(strings, parts)),
  });
}

function prepare(strings: TemplateStringsArray, parts: unknown[]): QueryConfig & { values: unknown[] } {
  const query = compile(strings, parts);
  return { ...query, name: nameOf(query.text) };
}
