import type { QueryConfig } from 'pg';
import type { Result } from './plain-batch.ts';
import type { Columns, RowOf } from './row-schema.ts';
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
  /** Planned once per connection: for a statement that is run often, and whose plan does not depend on its values. */
  prepared: Tag;
}

interface PipelineTag {
  /** Rows that arrive by the commit. */
  <C extends Columns>(columns: C): Template<Promise<RowOf<C>[]>>;
  (strings: TemplateStringsArray, ...parts: unknown[]): void;
}

/** Adds statements that nothing but the commit waits for. */
export interface Pipeline extends PipelineTag {
  prepared: PipelineTag;
}

/** A statement that ran. */
export interface Executed {
  /** The template in the source. */
  strings: TemplateStringsArray;
  text: string;
  columns: Columns | undefined;
  result: Result;
}

/** Called with every statement that succeeded. Empty outside tests, which hold rows against what was declared. */
export const inspectors = new Set<(executed: Executed) => void>();

type Run = (statement: QueryConfig) => Promise<Result>;
type Compile = (strings: TemplateStringsArray, parts: unknown[]) => QueryConfig;

export function createRunSql(run: Run): RunSql {
  const runTemplate = async (columns: Columns | undefined, statement: QueryConfig, strings: TemplateStringsArray) => {
    try {
      const result = await run(statement);
      for (const inspect of inspectors) inspect({ strings, text: statement.text, columns, result });
      return result.rows;
    } catch (error) {
      // The driver's stack ends at the socket; this one leads to the caller.
      Error.captureStackTrace(error as Error);
      throw error;
    }
  };
  const createTag = (compile: Compile) =>
    ((first: TemplateStringsArray | Columns, ...parts: unknown[]) => {
      if (isTemplate(first)) return runTemplate(undefined, compile(first, parts), first);
      return (strings: TemplateStringsArray, ...parts: unknown[]) =>
        runTemplate(first, compile(strings, parts), strings);
    }) as Tag;
  return Object.assign(createTag(compile), { prepared: createTag(prepare) });
}

const isTemplate = (first: TemplateStringsArray | Columns): first is TemplateStringsArray => Array.isArray(first);

/** Runs statements like `sql`, and adds each result to what the commit waits for. */
export function createPipeline(sql: RunSql, add: (sent: Promise<unknown>) => void): Pipeline {
  const addTo = (sent: Promise<unknown>) => {
    add(sent);
    return sent;
  };
  const createTag = (tag: Tag) =>
    ((first: TemplateStringsArray | Columns, ...parts: unknown[]) => {
      if (isTemplate(first)) return addTo(tag(first, ...parts));
      const template = tag(first);
      return (strings: TemplateStringsArray, ...parts: unknown[]) => addTo(template(strings, ...parts));
    }) as PipelineTag;
  return Object.assign(createTag(sql), { prepared: createTag(sql.prepared) });
}

function prepare(strings: TemplateStringsArray, parts: unknown[]): QueryConfig {
  const query = compile(strings, parts);
  return { ...query, name: nameOf(query.text) };
}
