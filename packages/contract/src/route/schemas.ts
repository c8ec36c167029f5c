import { type Static, type TProperties, type TSchema, Type } from 'typebox';

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** Public id of a contact or widget. */
export const Guid = Type.String({ pattern: '^[0-9a-f]{32}$' });

/** ISO 8601 with an explicit offset. */
export const Timestamp = Type.String({ format: 'date-time' });

/** A BCP 47 tag, also with underscores. */
export const LocaleTag = Type.String({ pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$', maxLength: 35 });

export const Email = Type.String({ format: 'email', maxLength: 254 });

/** A type list instead of a union: faster to validate and serialise. */
export function nullable<T extends TSchema & { type: string }>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] });
}

/** One of these words, or null. */
export function nullableEnum<const Word extends string>(words: readonly Word[]) {
  return Type.Unsafe<Word | null>({ type: ['string', 'null'], enum: [...words, null] });
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

const described = new WeakMap<TSchema, TSchema>();

/** What the API reference says about a member besides its description. */
interface MemberDoc<Value> {
  /** A believable value, shown in the reference and sent to the server by its test. */
  example?: Value;
  /** The first version with this member, if the object is older. */
  since?: string;
}

/** A member with its description: `doc('When the chat was closed.', Timestamp)`. Goes around `Type.Optional` and `defaulted`. */
export function doc<S extends TSchema>(
  description: string,
  schema: S,
  { example, since }: MemberDoc<Static<S>> = {},
): S {
  const copy: S = Object.create(Object.prototype, Object.getOwnPropertyDescriptors(schema));
  const result = Object.assign(copy, {
    description,
    ...(example !== undefined && { examples: [example] }),
    ...(since && { 'x-since': since }),
  });
  described.set(result, originOf(schema));
  if (withDefault.has(schema)) withDefault.add(result);
  return result;
}

/** The schema that `doc` described, to which it added nothing that validates. */
export const originOf = (schema: TSchema): TSchema => described.get(schema) ?? schema;

export const CreatedAt = doc('When it was created.', Timestamp);
export const UpdatedAt = doc('When it was last changed.', Timestamp);

const paging = {
  cursor: doc('The `next_cursor` of the page before.', Type.Optional(Type.String({ maxLength: 1_024 }))),
  limit: doc('How many items a page has at most.', defaulted(Type.Integer({ minimum: 1, maximum: 100 }), 20), {
    example: 50,
  }),
};

/** Query of a list: its filters, cursor and limit. */
export function page<P extends TProperties>(filters: P) {
  return Type.Object({ ...filters, ...paging });
}

/** A period of time in a query, half-open: [from, to). */
export const range = {
  from: doc('Beginning of the period, included.', Type.Optional(Type.String({ format: 'moment' }))),
  to: doc('End of the period, excluded.', Type.Optional(Type.String({ format: 'moment' }))),
};

/** Boolean in a query. */
export const Flag = Type.Integer({ minimum: 0, maximum: 1 });

export interface Page<T> {
  data: T[];
  next_cursor: string | null;
}

/** The wire form of a response, and what its handler returns. */
export type Reply<T = unknown> = JsonReply<T> | TextReply<T> | { shape: 'plain' | 'redirect' | 'none'; returns?: T };

interface TextReply<T = unknown> {
  shape: 'text';
  /** Media type; the charset is UTF-8. */
  type: 'text/plain' | 'text/csv' | 'application/json';
  returns?: T;
}

interface JsonReply<T = unknown> {
  shape: 'one' | 'page' | 'bare';
  item: TSchema;
  schema: TSchema;
  returns?: T;
}

/** A single object: `{"data": {...}}`. */
export function one<T extends TSchema>(item: T): Reply<Static<T>> {
  return { shape: 'one', item, schema: Type.Object({ data: doc('The resource.', item) }) };
}

/** An object without an envelope, where the specification says so. */
export function bare<T extends TSchema>(item: T): Reply<Static<T>> {
  return { shape: 'bare', item, schema: item };
}

/** A page of a list: `{"data": [...], "next_cursor": ...}`. */
export function pageOf<T extends TSchema>(item: T): Reply<Page<Static<T>>> {
  const next_cursor = doc('The `cursor` of the next page; null on the last.', nullable(Type.String()));
  const schema = Type.Object({ data: doc('Items of the page.', Type.Array(item)), next_cursor });
  return { shape: 'page', item, schema };
}

/** A streamed download. */
export interface TextFile {
  name: string;
  lines: AsyncIterable<string>;
}

/** A plain text download. */
export const text: Reply<TextFile> = { shape: 'text', type: 'text/plain' };

/** A CSV download. */
export const csv: Reply<TextFile> = { shape: 'text', type: 'text/csv' };

/** A JSON download. */
export const jsonFile: Reply<TextFile> = { shape: 'text', type: 'application/json' };

/** A few characters of plain text. */
export const plain: Reply<string> = { shape: 'plain' };

/** A redirect to this URL. */
export const redirect: Reply<string> = { shape: 'redirect' };

/** A response without a body. */
export const none: Reply<void> = { shape: 'none' };
