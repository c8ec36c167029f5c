import { describe, expect, test } from 'vitest';
import { announcedBreaks, breakingChanges, type Document, withoutProse } from './openapi-changes.ts';
import type { Schema } from './openapi-schema-changes.ts';

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });
const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
});

function taking(schema: Schema, more: object = {}): Document {
  return { paths: { '/parcels': { post: { requestBody: json(schema), responses: { 204: {} }, ...more } } } };
}

function answering(schema: Schema, components: object = {}): Document {
  return { paths: { '/parcels': { get: { responses: { 200: json(schema) } } } }, components };
}

const whatBreaks = (before: Document, after: Document) => breakingChanges(before, after).map(({ what }) => what);
const ofRequest = (before: Schema, after: Schema) => whatBreaks(taking(before), taking(after));
const ofReply = (before: Schema, after: Schema) => whatBreaks(answering(before), answering(after));

const text: Schema = { type: 'string' };
const number: Schema = { type: 'integer' };

test('the same document breaks nothing', () => {
  const document = answering(object({ weight: number, of: { anyOf: [text, number] } }, ['weight']));
  expect(breakingChanges(document, document)).toEqual([]);
});

test('a removed path or method is breaking, and is named by its operation', () => {
  const gone = [{ operation: 'GET /parcels', what: 'removed' }];
  expect(breakingChanges(answering(text), { paths: {} })).toEqual(gone);
  expect(breakingChanges(answering(text), taking(text))).toEqual(gone);
});

describe('a request', () => {
  test.each<[string, Schema, Schema, string]>([
    ['a removed member', object({ weight: number }), object({}), 'body weight: removed'],
    ['a new required member', object({}), object({ weight: number }, ['weight']), 'body weight: is required'],
    ['a member that becomes required', object({ a: text }), object({ a: text }, ['a']), 'body a: is required'],
    ['another type', object({ a: text }), object({ a: number }), 'body a: its type was string and is integer'],
    [
      'a narrower type',
      object({ a: { type: ['string', 'null'] } }),
      object({ a: text }),
      'body a: its type was string or null and is string',
    ],
    ['a removed enum value', { enum: ['a', 'b'] }, { enum: ['a'] }, 'body the value: "b" was removed'],
    ['an enum in place of any text', text, { ...text, enum: ['a'] }, 'body the value: only some values are accepted'],
    [
      'a lower maximum',
      { ...text, maxLength: 9 },
      { ...text, maxLength: 8 },
      'body the value: its maxLength was 9 and is 8',
    ],
    ['a new pattern', text, { ...text, pattern: '^a' }, 'body the value: its pattern changed'],
    ['a new format', text, { ...text, format: 'email' }, 'body the value: its format was any and is email'],
    [
      'members of any name no more',
      object({}),
      { ...object({}), additionalProperties: false },
      'body *: is not accepted',
    ],
    ['an alternative less', { anyOf: [text, number] }, text, 'body the value: its alternatives changed'],
    [
      'items of another type',
      { type: 'array', items: text },
      { type: 'array', items: number },
      'body []: its type was string and is integer',
    ],
  ])('%s is breaking', (_name, before, after, what) => {
    expect(ofRequest(before, after)).toEqual([what]);
  });

  test.each<[string, Schema, Schema]>([
    ['a new optional member', object({}), object({ weight: number })],
    ['a member that becomes optional', object({ a: text }, ['a']), object({ a: text })],
    ['a wider type', number, { type: ['number', 'null'] }],
    ['a new enum value', { enum: ['a'] }, { enum: ['a', 'b'] }],
    ['any text in place of an enum', { ...text, enum: ['a'] }, text],
    ['one more alternative', text, { anyOf: [text, number] }],
    ['a higher maximum', { ...number, maximum: 5 }, { ...number, maximum: 6 }],
  ])('%s is compatible', (_name, before, after) => {
    expect(ofRequest(before, after)).toEqual([]);
  });

  test('a rule between members is breaking, unless it is about a new value', () => {
    const members = (kinds: string[]) => object({ kind: { enum: kinds }, file: text });
    const rule = (value: string) => ({ if: { properties: { kind: { const: value } } }, else: { required: ['file'] } });
    const before = members(['text']);
    expect(ofRequest(before, { ...before, allOf: [rule('text')] })).toEqual([
      'body the value: the rules between its members changed',
    ]);
    expect(ofRequest(before, { ...members(['text', 'image']), allOf: [rule('image')] })).toEqual([]);
  });

  test('a body that becomes required and a media type that is gone are breaking', () => {
    expect(whatBreaks(taking(text), taking(text, { requestBody: { ...json(text), required: true } }))).toEqual([
      'its body is required',
    ]);
    expect(whatBreaks(taking(text), taking(text, { requestBody: undefined }))).toEqual([
      'body application/json: removed',
    ]);
  });

  test('a removed, narrowed or newly required parameter is breaking', () => {
    const parameter = (name: string, more = {}) => ({ name, in: 'query', schema: text, ...more });
    const asking = (...parameters: object[]) => taking(text, { parameters });
    expect(whatBreaks(asking(parameter('tag')), asking())).toEqual(['query tag: removed']);
    expect(whatBreaks(asking(parameter('tag')), asking(parameter('tag', { schema: number })))).toEqual([
      'query tag: its type was string and is integer',
    ]);
    expect(whatBreaks(asking(), asking(parameter('tag', { required: true })))).toEqual(['query tag: is required']);
    expect(whatBreaks(asking(), asking(parameter('tag')))).toEqual([]);
  });

  test('a scope that no longer suffices is breaking, one more is compatible', () => {
    const by = (...scopes: string[]) => taking(text, { security: scopes.map((scope) => ({ bearer: [scope] })) });
    expect(whatBreaks(by('a'), by('b'))).toEqual(['its authorization changed']);
    expect(whatBreaks(by(), by('a'))).toEqual(['its authorization changed']);
    expect(whatBreaks(by('a'), by('a', 'b'))).toEqual([]);
  });
});

describe('a response', () => {
  test.each<[string, Schema, Schema, string]>([
    ['a removed member', object({ a: text }), object({}), 'a: removed'],
    ['a member that may be missing', object({ a: text }, ['a']), object({ a: text }), 'a: may be missing'],
    [
      'a value that may be null',
      text,
      { type: ['string', 'null'] },
      'the value: its type was string and is string or null',
    ],
    ['a number that may have a fraction', number, { type: 'number' }, 'the value: its type was integer and is number'],
    ['a removed enum value', { enum: ['a', 'b'] }, { enum: ['b'] }, 'the value: "a" was removed'],
    ['another alternative', text, { anyOf: [text, number] }, 'the value: its alternatives changed'],
  ])('%s is breaking', (_name, before, after, what) => {
    expect(ofReply(before, after)).toEqual([`response 200 ${what}`]);
  });

  test('new members and values are compatible', () => {
    const before = object({ state: { enum: ['sent'] } }, ['state']);
    expect(ofReply(before, object({ state: { enum: ['sent', 'lost'] }, weight: number }, ['state', 'weight']))).toEqual(
      [],
    );
  });

  test('a removed status, header or event is breaking, a removed problem is not', () => {
    const document = (responses: object, webhooks = {}): Document =>
      ({ paths: { '/parcels': { get: { responses } } }, webhooks }) as Document;
    expect(whatBreaks(document({ 200: {}, 202: {}, 404: {} }), document({ 200: {} }))).toEqual([
      'response 202: removed',
    ]);
    expect(whatBreaks(document({ 200: { headers: { ETag: {} } } }), document({ 200: {} }))).toEqual([
      'response 200 header ETag: removed',
    ]);
    const sent = { 'parcel.sent': { post: { requestBody: json(object({ id: text })) } } };
    expect(breakingChanges(document({}, sent), document({}))).toEqual([{ operation: 'parcel.sent', what: 'removed' }]);
    const other = { 'parcel.sent': { post: { requestBody: json(object({})) } } };
    expect(whatBreaks(document({}, sent), document({}, other))).toEqual(['id: removed']);
  });

  test('references are followed, also to recursive objects', () => {
    const parcel = (weight: Schema) => ({
      schemas: { Parcel: object({ weight, parts: { type: 'array', items: { $ref: '#/components/schemas/Parcel' } } }) },
    });
    const one = { $ref: '#/components/schemas/Parcel' };
    expect(whatBreaks(answering(one, parcel(number)), answering(one, parcel(number)))).toEqual([]);
    expect(whatBreaks(answering(one, parcel(number)), answering(one, parcel(text)))).toEqual([
      'response 200 weight: its type was integer and is string',
    ]);
  });
});

test('breaks are announced under "Breaking" of what is not released', () => {
  const section = '### Breaking\n\n- `GET /v1/parcels` is gone.\n\n';
  expect(announcedBreaks(`# Changelog\n\n## Unreleased\n\n${section}### API\n\n- New.\n`)).toContain(
    '`GET /v1/parcels`',
  );
  expect(announcedBreaks(`# Changelog\n\n## Unreleased\n\n- New.\n\n## 1.0.0\n\n${section}`)).toBe('');
});

test('prose is left out, and members that are called like it are kept', () => {
  const schema = { description: 'A parcel', properties: { description: { type: 'string', examples: ['a'] } } };
  expect(withoutProse({ schema, 'x-since': '1.2' })).toEqual({ schema: { properties: { description: text } } });
});
