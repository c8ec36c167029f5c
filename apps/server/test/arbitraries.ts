import type { Route } from '@parley/contract';
import fc from 'fast-check';
import type { Arranged } from './resources.ts';

// Calls that no client would make: valid input, mutated.

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** Values that JSON.stringify can't write; they are substituted when serialised. */
const NUMBERS: Record<string, string> = { '<1e999>': '1e999', '<-1e999>': '-1e999', '<-0>': '-0', '<1E400>': '1E400' };

const ODD_TEXTS = [
  ...['', ' ', '\0', 'a\0b', '\ud800', 'a\udfffb', '\ufeff', '\ufffe', '\u202e', '\u0085', '\r\n', '\\', '"', "'", '%'],
  ...['__proto__', 'constructor', 'toString', 'null', '$1', "'; DROP TABLE users; --", '{{7*7}}', '../../etc', '😀'],
  ...['x'.repeat(256), 'я'.repeat(300), 'x'.repeat(12_000), '\0'.repeat(50), 'é'.normalize('NFD').repeat(40), 'ﷺ'],
];
const ODD_NUMBERS = [
  ...[0, -1, 1.5, 2 ** 31, 2 ** 53, 2 ** 63, -(2 ** 63), 1e21, 1e308, -1e308, 5e-324],
  ...Object.keys(NUMBERS),
];
const ODD_MOMENTS = [
  ...['2026-02-30', '2026-11-15', '0000-01-01', '9999-12-31T23:59:59.999999999Z', '-271821-04-20T00:00Z'],
  ...['+275760-09-13', '2026-11-15T03:00:00 03:00', '2026-11-15T24:00:00Z', '2026-11-15T03:00:60+00:00', 'yesterday'],
  ...['2026-11-15T03:00:00+23:59', '2026-11-15T03:00Z[Europe/Moscow]', '2026-W46-7', '20261115', '1e5', '12:00'],
  ...['+012345-01-01T00:00:00Z', '2099-01-01T00Z', '2099-01-01T00:00:00,5Z', ' 2099-01-01T00:00:00Z'],
];
const ODD_LINKS = [
  ...[
    'https://',
    'http:/x',
    '//example.test',
    'https:example.test',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a',
  ],
  ...[
    'https://a@b.test',
    'https://a:b@c.test',
    'https://a\\@b.test',
    'https://a b.test',
    'https://[::1',
    'https://a.test:99999',
  ],
  ...['HTTPS://EXAMPLE.TEST', 'https://пример.test/ё', 'https://xn--a.test', `https://a.test/${'x'.repeat(2_100)}`],
];

const nest = (depth: number, isArray: boolean) => {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = isArray ? [value] : { a: value };
  return value;
};

const GRAPHEMES = [
  ...[
    'é',
    'é'.normalize('NFD'),
    'ё',
    'ß',
    'ĳ',
    'ı',
    'م',
    'ש',
    'ｱ',
    '中',
    'क्षि',
    'น้ำ',
    'ﷺ',
    '\u200d',
    '\u00a0',
    '\u2028',
  ],
  ...['😀', '👩‍👩‍👧', '🇫🇷', '👍🏽', '1️⃣'],
];
// The library's own text units build a table of a million characters first.
const codePoint = fc
  .integer({ min: 0, max: 0x10_f7ff })
  .map((point) => String.fromCodePoint(point < 0xd800 ? point : point + 0x800));
const grapheme = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0x20, max: 0x7e }).map((point) => String.fromCodePoint(point)) },
  { weight: 2, arbitrary: fc.constantFrom(...GRAPHEMES) },
  { weight: 2, arbitrary: codePoint },
);
const email = fc.emailAddress();
const path = fc.array(fc.constantFrom('a', '~b', '%20', '%D1%8F', 'я', '..', ';c', '?d=1', '&e', '#f'), {
  maxLength: 4,
});
const link = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), path)
  .map(([scheme, host, parts]) => `${scheme}://${host}/${parts.join('/')}`);
const moment = fc.date({ noInvalidDate: true }).map((date) => date.toISOString());

const text = fc.oneof(
  fc.string({ unit: grapheme, maxLength: 40 }),
  fc.string({ unit: codePoint, maxLength: 20 }),
  fc.constantFrom(...ODD_TEXTS),
);
const key = fc.oneof(text, fc.constantFrom('__proto__', 'constructor', 'id', 'a.b'));
const scalar = fc.oneof(text, fc.constantFrom(...ODD_NUMBERS), fc.double(), fc.boolean(), fc.constant(null));
const members = (value: fc.Arbitrary<unknown>) =>
  fc.array(fc.tuple(key, value), { maxLength: 4 }).map((entries) => Object.fromEntries(entries));
const deep = fc.tuple(fc.integer({ min: 20, max: 60 }), fc.boolean()).map(([depth, isArray]) => nest(depth, isArray));

/** Any JSON value. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 4 }) },
  { weight: 1, arbitrary: members(fc.oneof(scalar, members(scalar))) },
  { weight: 1, arbitrary: deep },
);

/** Values valid for a schema, or nearly: at its limits and one step beyond. */
function nearSchema({ type, properties, items, anyOf, enum: allowed, ...limits }: Schema): fc.Arbitrary<unknown> {
  if (allowed) return fc.constantFrom(...allowed);
  if (anyOf && !type) return fc.oneof(...anyOf.map(nearSchema));
  switch ([type].flat()[0]) {
    case 'integer':
      return nearNumber(limits);
    case 'array':
      return fc.oneof(fc.array(nearSchema(items ?? {}), { maxLength: 4 }), fc.constant(Array(101).fill('x')));
    case 'object': {
      const each = Object.entries(properties ?? {}).map(([name, member]) => [name, nearSchema(member)] as const);
      return each.length ? fc.record(Object.fromEntries(each), { requiredKeys: [] }) : members(anything);
    }
    case 'string':
      return nearText(limits);
    default:
      return anything;
  }
}

function nearNumber({ minimum = 0, maximum = 100 }: Schema) {
  return fc.oneof(fc.integer({ min: 1, max: 120 }), fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1));
}

function nearText({ format, minLength = 0, maxLength = 50 }: Schema) {
  if (format === 'email') return fc.oneof(email, text);
  if (format?.endsWith('-link')) return fc.oneof(link, fc.constantFrom(...ODD_LINKS), text);
  if (format) return fc.oneof(moment, fc.constantFrom(...ODD_MOMENTS));
  return fc.oneof(
    text,
    fc.string({ unit: grapheme, minLength, maxLength: Math.max(minLength, 20) }),
    fc.constantFrom(
      'я'.repeat(maxLength),
      '😀'.repeat(maxLength),
      'x'.repeat(maxLength + 1),
      ' '.repeat(minLength || 1),
    ),
  );
}

/** Changes to a valid call. */
export interface Mutation {
  params: Record<string, string>;
  query: Record<string, string>;
  /** Fields to set; undefined removes one. */
  body: Record<string, unknown>;
  /** Replaces the body. */
  instead: unknown;
}

export function mutationsOf({ params, query, body }: Route): fc.Arbitrary<Mutation> {
  const bend = (schema: Schema | undefined, odd: fc.Arbitrary<unknown>) => {
    const known = Object.entries(schema?.properties ?? {}).map(([name, member]) =>
      fc
        .oneof({ weight: 3, arbitrary: nearSchema(member) }, { weight: 2, arbitrary: odd })
        .map((value) => [name, value] as const),
    );
    const unknown = fc.tuple(key, odd);
    const change = known.length
      ? fc.oneof({ weight: 9, arbitrary: fc.oneof(...known) }, { weight: 1, arbitrary: unknown })
      : unknown;
    return fc.array(change, { maxLength: 3 }).map((entries) => Object.fromEntries(entries) as Record<string, never>);
  };
  return fc.record({
    params: fc.oneof(
      { weight: 3, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: params ? mutatePath(params) : fc.constant({}) },
    ),
    query: fc.oneof(
      { weight: 1, arbitrary: fc.constant({}) },
      { weight: body ? 1 : 3, arbitrary: bend(query, scalar) },
    ),
    body: bend(body, fc.oneof(anything, fc.constant(undefined))),
    instead: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: anything }),
  });
}

/** A path can't hold half a surrogate pair or be empty, and dots are resolved. */
function mutatePath({ properties }: Schema) {
  const isPath = (value: string) =>
    value.isWellFormed() && value !== '' && !/^\.+$/.test(value) && value.length <= 1_000;
  const names = Object.entries(properties ?? {}).map(([name, member]) => [
    name,
    fc.oneof(nearSchema(member), scalar).map(String).filter(isPath),
  ]);
  return fc.record(Object.fromEntries(names), { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>;
}

/** The mutated call, with the body as sent over the wire. */
export function applyMutation({ params, query, body }: Arranged, bend: Mutation) {
  const changed = bend.instead === undefined ? merge(body ?? {}, bend.body) : bend.instead;
  const isSent = body !== undefined || bend.instead !== undefined || Object.keys(bend.body).length > 0;
  return {
    params: { ...params, ...bend.params },
    query: merge(query, bend.query),
    ...(isSent && { body: write(changed) }),
  };
}

/** Keeps `__proto__` an ordinary field. */
function merge(...all: object[]) {
  return Object.fromEntries(all.flatMap((each) => Object.entries(each)));
}

function write(value: unknown) {
  return JSON.stringify(value).replace(/"(<-?[01][eE\d]*>)"/g, (whole, name) => NUMBERS[name] ?? whole);
}
