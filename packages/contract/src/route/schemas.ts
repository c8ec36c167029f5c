import { type Static, type TProperties, type TSchema, Type } from 'typebox';

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** The 32 characters that name a contact or a widget to the outside. */
export const Guid = Type.String({ pattern: '^[0-9a-f]{32}$' });

/** ISO 8601 with an explicit offset. */
export const Timestamp = Type.String({ format: 'date-time' });

export const Email = Type.String({ format: 'email', maxLength: 254 });

/** A list of types and not a union: it is checked and printed without trying one after the other. */
export function nullable<T extends TSchema & { type: string }>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] });
}

const withDefault = new WeakSet<TSchema>();

/**
 * A member of a query or a body that may be left out. The option `default` of a builder does the same on the server, but
 * is lost to the types; this keeps it, so that callers may leave the member out and handlers always have it.
 */
export function defaulted<T extends TSchema, const Value extends Static<T>>(schema: T, value: Value) {
  const result = Type.With(schema, { default: value });
  withDefault.add(result);
  return result;
}

/** Whether a schema is one that `defaulted` made. */
export const isDefaulted = (schema: TSchema) => withDefault.has(schema);

const LIMIT = defaulted(Type.Integer({ minimum: 1, maximum: 100 }), 20);

/** The query of a list: its filters, and where to go on. */
export function page<P extends TProperties>(filters: P) {
  return Type.Object({ ...filters, cursor: Type.Optional(Type.String({ maxLength: 1_024 })), limit: LIMIT });
}

/** A period of time in a query, half-open: [from, to). */
export const range = {
  from: Type.Optional(Type.String({ format: 'moment' })),
  to: Type.Optional(Type.String({ format: 'moment' })),
};

/** Yes or no in a query. */
export const Flag = Type.Integer({ minimum: 0, maximum: 1 });

export interface Page<T> {
  data: T[];
  next_cursor: string | null;
}

/** How an answer looks on the wire, and what a handler returns for it. */
export type Reply<T = unknown> = JsonReply<T> | TextReply<T> | { shape: 'plain' | 'redirect' | 'none'; returns?: T };

interface TextReply<T = unknown> {
  shape: 'text';
  /** Of the media, without its charset: it is UTF-8. */
  type: 'text/plain' | 'text/csv';
  returns?: T;
}

export interface JsonReply<T = unknown> {
  shape: 'one' | 'page' | 'bare';
  item: TSchema;
  schema: TSchema;
  returns?: T;
}

/** A single object: `{"data": {...}}`. */
export function one<T extends TSchema>(item: T): Reply<Static<T>> {
  return { shape: 'one', item, schema: Type.Object({ data: item }) };
}

/** An object as it is, where the specification writes it out. */
export function bare<T extends TSchema>(item: T): Reply<Static<T>> {
  return { shape: 'bare', item, schema: item };
}

/** A page of a list: `{"data": [...], "next_cursor": ...}`. */
export function pageOf<T extends TSchema>(item: T): Reply<Page<Static<T>>> {
  const schema = Type.Object({ data: Type.Array(item), next_cursor: nullable(Type.String()) });
  return { shape: 'page', item, schema };
}

/** A text to keep, sent as it is made. */
export interface TextFile {
  name: string;
  lines: AsyncIterable<string>;
}

/** A file of plain text, streamed. */
export const text: Reply<TextFile> = { shape: 'text', type: 'text/plain' };

/** A table that a spreadsheet opens, streamed. */
export const csv: Reply<TextFile> = { shape: 'text', type: 'text/csv' };

/** A few characters of plain text. */
export const plain: Reply<string> = { shape: 'plain' };

/** The address at which it is. */
export const redirect: Reply<string> = { shape: 'redirect' };

/** An answer without a body. */
export const none: Reply<void> = { shape: 'none' };
