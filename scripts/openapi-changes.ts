import { compareSchemas, type Schema } from './openapi-schema-changes.ts';

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

interface Operation {
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: Content & { required?: boolean };
  responses?: Record<string, Content & { $ref?: string; headers?: object }>;
}

type Paths = Record<string, Record<string, Operation>>;

/** The parts of an OpenAPI document that clients depend on. */
export interface Document {
  paths: Paths;
  webhooks?: Paths;
  components?: object;
}

/** An incompatible change of a call. */
export interface Change {
  /** `PATCH /v1/contacts/{id}`, or the event of a webhook. */
  operation: string;
  what: string;
}

/** Everything that can break a client of the first document. */
export function breakingChanges(before: Document, after: Document): Change[] {
  const calls = compareEach(
    before.paths,
    after.paths,
    (path, method) => `${method.toUpperCase()} ${path}`,
    (pair) => compareCalls(pair, { before, after }),
  );
  const requests = compareEach(
    before.webhooks ?? {},
    after.webhooks ?? {},
    (event) => event,
    (pair) => compareWebhooks(pair, { before, after }),
  );
  return [...calls, ...requests];
}

type Pair = [before: Operation, after: Operation];
interface Documents {
  before: Document;
  after: Document;
}

function compareEach(
  before: Paths,
  after: Paths,
  nameOf: (path: string, method: string) => string,
  compare: (pair: Pair) => string[],
): Change[] {
  return Object.entries(before).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, old]) => {
      if (method === 'servers') return [];
      const current = after[path]?.[method];
      const changes = current ? compare([old, current]) : ['removed'];
      return changes.map((what) => ({ operation: nameOf(path, method), what }));
    }),
  );
}

function compareCalls(pair: Pair, documents: Documents) {
  return [
    ...compareSecurity(pair),
    ...compareParameters(pair, documents),
    ...compareBodies(pair, documents),
    ...compareReplies(pair, documents),
  ];
}

/** Each way to be allowed is still one; calls without a credential need none. */
function compareSecurity([before, after]: Pair) {
  const current = (after.security ?? []).map((each) => JSON.stringify(each));
  if (!current.length) return [];
  const lost = (before.security ?? []).filter((each) => !current.includes(JSON.stringify(each)));
  const isNew = !before.security?.length && !current.includes('{}');
  return lost.length || isNew ? ['its authorization changed'] : [];
}

function compareParameters([old, current]: Pair, { before, after }: Documents) {
  const [known, now] = [parametersOf(old, before), parametersOf(current, after)];
  const changes = [...known].flatMap(([name, { schema }]) => {
    const same = now.get(name);
    if (!same) return [`${name}: removed`];
    return compareSchemas([schema, same.schema], { before, after, direction: 'request' }, name);
  });
  const demanded = [...now].filter(([name, { required }]) => required && !known.get(name)?.required);
  return [...changes, ...demanded.map(([name]) => `${name}: is required`)];
}

function parametersOf({ parameters = [] }: Operation, document: Document) {
  const resolved = parameters.map((parameter) => follow(parameter, document));
  return new Map(resolved.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
}

function compareBodies([old, current]: Pair, documents: Documents) {
  const isDemanded = current.requestBody?.required && !old.requestBody?.required;
  if (!old.requestBody) return isDemanded ? ['a body is required'] : [];
  return [
    ...(isDemanded ? ['its body is required'] : []),
    ...compareContents([old.requestBody, current.requestBody ?? {}], documents, 'request').map(
      (what) => `body ${what}`,
    ),
  ];
}

function compareContents(
  [old, current]: [Content, Content],
  documents: Documents,
  direction: 'request' | 'response',
): string[] {
  return Object.entries(old.content ?? {}).flatMap(([type, { schema = {} }]) => {
    const same = current.content?.[type];
    if (!same) return [`${type}: removed`];
    return compareSchemas([schema, same.schema ?? {}], { ...documents, direction });
  });
}

/** Problems can come and go: clients match on those they know. */
function compareReplies([old, current]: Pair, documents: Documents) {
  const successes = Object.entries(old.responses ?? {}).filter(([status]) => Number(status) < 400);
  return successes.flatMap(([status, reply]) => {
    const same = current.responses?.[status];
    if (!same) return [`response ${status}: removed`];
    const pair: [typeof reply, typeof same] = [follow(reply, documents.before), follow(same, documents.after)];
    const lost = Object.keys(pair[0].headers ?? {}).filter((name) => !(name in (pair[1].headers ?? {})));
    return [
      ...compareContents(pair, documents, 'response').map((what) => `response ${status} ${what}`),
      ...lost.map((name) => `response ${status} header ${name}: removed`),
    ];
  });
}

/** What the platform sends: its body is read as a response is. */
function compareWebhooks([old, current]: Pair, documents: Documents) {
  const now = parametersOf(current, documents.after);
  const lost = [...parametersOf(old, documents.before).keys()].filter((name) => !now.has(name));
  const bodies: [Content, Content] = [old.requestBody ?? {}, current.requestBody ?? {}];
  return [...lost.map((name) => `${name}: removed`), ...compareContents(bodies, documents, 'response')];
}

function follow<Value extends { $ref?: string }>(value: Value, document: object): Value {
  if (!value.$ref) return value;
  const [, ...path] = value.$ref.split('/');
  return path.reduce<unknown>((found, name) => (found as Record<string, unknown>)?.[name], document) as Value;
}

/** Operations and events that the changelog names under "Breaking" of what is not released yet. */
export function announcedBreaks(changelog: string): string {
  const unreleased = changelog.split(/^## /m).find((section) => section.startsWith('Unreleased\n')) ?? '';
  const breaking = unreleased.split(/^### /m).find((section) => section.startsWith('Breaking\n')) ?? '';
  return breaking;
}

const PROSE = new Set(['description', 'summary', 'examples', 'example', 'tags', 'info', 'servers', 'externalDocs']);
/** Keywords whose members are named by us. */
const MAPS = new Set([
  'properties',
  'patternProperties',
  'paths',
  'webhooks',
  'schemas',
  'parameters',
  'headers',
  'responses',
]);

/** A document without what no client depends on. */
export function withoutProse(value: unknown, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutProse(each));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => isMap || !(PROSE.has(name) || name.startsWith('x-')));
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutProse(each, MAPS.has(name) && !isMap)]));
}
