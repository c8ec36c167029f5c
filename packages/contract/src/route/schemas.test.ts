import { type Static, type TSchema, Type } from 'typebox';
import { expect, expectTypeOf, test } from 'vitest';
import {
  agentLive,
  api,
  type CallGroup,
  dashboard,
  type Input,
  type RouteGroup,
  type Sent,
  site,
  visitorLive,
} from '../index.ts';
import { route } from './route.ts';
import { defaulted, doc, isDefaulted, none, page } from './schemas.ts';

const _declared = route({
  method: 'POST',
  path: '/v1/parcels',
  summary: 'Send a parcel',
  rate: 'write',
  query: page({ colour: Type.Optional(Type.String()) }),
  body: Type.Object({
    weight: Type.Integer(),
    speed: defaulted(Type.Enum(['slow', 'fast']), 'slow'),
    labels: Type.Array(Type.Object({ text: Type.String(), size: defaulted(Type.Integer(), 12) })),
    cover: Type.Optional(Type.Object({ isPlain: defaulted(Type.Boolean(), true) })),
  }),
  replies: { 204: none },
});

test('a field with a default is optional for callers and always present for handlers', () => {
  expectTypeOf<Sent<typeof _declared>['query']>().toEqualTypeOf<{ colour?: string; cursor?: string; limit?: number }>();
  expectTypeOf<Input<typeof _declared>['query']>().toEqualTypeOf<{ colour?: string; cursor?: string; limit: number }>();
  expectTypeOf<Sent<typeof _declared>['body']>().toEqualTypeOf<{
    weight: number;
    speed?: 'slow' | 'fast';
    labels: { text: string; size?: number }[];
    cover?: { isPlain?: boolean };
  }>();
  expectTypeOf<Input<typeof _declared>['body']>().toEqualTypeOf<{
    weight: number;
    speed: 'slow' | 'fast';
    labels: { text: string; size: number }[];
    cover?: { isPlain: boolean };
  }>();
});

test('a default must match its schema', () => {
  // @ts-expect-error a string is not a number
  expect(isDefaulted(defaulted(Type.Integer(), '12'))).toBe(true);
});

test('a description changes nothing that validates, and keeps what may be left out', () => {
  const size = doc('Size of the label in points.', defaulted(Type.Integer(), 12), { example: 14, since: '0.2.0' });
  expectTypeOf<Static<typeof size>>().toEqualTypeOf<number>();
  expect(isDefaulted(size)).toBe(true);
  expect(size).toMatchObject({ type: 'integer', default: 12, examples: [14], 'x-since': '0.2.0' });
  const text = Type.Object({ text: doc('Its text.', Type.Optional(Type.String())) });
  expectTypeOf<Static<typeof text>>().toEqualTypeOf<{ text?: string }>();
  expect(text).not.toHaveProperty('required');
});

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  default?: unknown;
}

/** Paths of defaults that the types don't know of: given as an option, or below a schema whose type is written by hand. */
function untypedDefaults(schema: Schema, path: string, isTyped = true): string[] {
  const isKnown = isTyped && isDefaulted(schema as TSchema);
  const own = 'default' in schema && !isKnown ? [path] : [];
  const isTypedBelow = isTyped && !('~unsafe' in schema) && !schema.anyOf;
  const members = Object.entries(schema.properties ?? {});
  return [
    ...own,
    ...members.flatMap(([name, member]) => untypedDefaults(member, `${path}.${name}`, isTypedBelow)),
    ...[schema.items ?? [], schema.anyOf ?? []].flat().flatMap((each) => untypedDefaults(each, path, isTypedBelow)),
  ];
}

test('every input default uses `defaulted`, so that the types include it', () => {
  const groups = Object.entries<RouteGroup | CallGroup>({
    ...api,
    ...dashboard,
    ...site,
    agentLive: agentLive.calls,
    visitorLive: visitorLive.calls,
  });
  const inputs = groups.flatMap(([group, members]) =>
    Object.entries(members).flatMap(([name, member]) => [
      { path: `${group}.${name}.body`, schema: member.body },
      { path: `${group}.${name}.query`, schema: 'query' in member ? member.query : undefined },
    ]),
  );
  expect(inputs.length).toBeGreaterThan(200);
  expect(inputs.flatMap(({ path, schema }) => untypedDefaults(schema ?? {}, path))).toEqual([]);
  expect(untypedDefaults(Type.Object({ a: Type.Integer({ default: 1 }) }) as Schema, 'x')).toEqual(['x.a']);
  const hidden = Type.Unsafe<unknown>(Type.Object({ a: defaulted(Type.Integer(), 1) }));
  expect(untypedDefaults(hidden as Schema, 'x')).toEqual(['x.a']);
});
