import { type Document, dereference, type OpenApi, type WebhookObject } from './document.ts';
import { type Operation, readOperation, readParameters } from './operation.ts';
import { type Problems, readProblems } from './problem.ts';
import type { Schema } from './schemas.ts';
import { anchor } from './titles.ts';

/** The API as the pages present it. */
export interface Reference {
  version: string;
  baseUrl: string;
  groups: Group[];
  scopes: Scope[];
  presets: { name: string; scopes: string[] }[];
  events: Event[];
  problems: Problems;
}

export interface Group {
  id: string;
  title: string;
  description: string;
  operations: Operation[];
  /** Objects that this group is the first to return. */
  objects: Schema[];
}

export interface Scope {
  name: string;
  grants: string;
  marks: string[];
}

/** A request that the platform makes. */
export interface Event {
  id: string;
  name: string;
  trigger: string;
  description: string;
  headers: Schema;
  body: Schema;
}

export function readReference(openApi: OpenApi): Reference {
  const document = dereference(openApi);
  const problems = readProblems(document.components.examples);
  return {
    version: document.info.version,
    baseUrl: document.servers[0]?.url ?? '',
    groups: readGroups(document, problems),
    ...readScopes(document),
    events: Object.entries(document.webhooks).map(([name, { post }]) => readEvent(name, post)),
    problems,
  };
}

function readGroups({ tags, paths, servers }: Document, problems: Problems): Group[] {
  const operations = Object.entries(paths).flatMap(([path, { servers: own = servers, ...methods }]) =>
    Object.entries(methods).map(([method, operation]) =>
      readOperation({ path, method, operation, problems, baseUrl: own[0]?.url ?? '' }),
    ),
  );
  const known = new Set<string>();
  return tags.map(({ name, description = '' }) => {
    const own = operations.filter(({ tag }) => tag === name);
    return { id: anchor(name), title: name, description, operations: own, objects: objectsOf(own, known) };
  });
}

/** Named objects in the responses that are not known yet. */
function objectsOf(operations: Operation[], known: Set<string>): Schema[] {
  const items = operations.flatMap(({ replies }) => replies.flatMap((reply) => ('item' in reply ? reply.item : [])));
  return items.filter(({ title }) => {
    if (!title || known.has(title)) return false;
    known.add(title);
    return true;
  });
}

function readScopes({ components }: Document): Pick<Reference, 'scopes' | 'presets'> {
  const { 'x-scopes': scopes, 'x-scope-marks': marks, 'x-presets': presets } = components.securitySchemes.bearer;
  return {
    scopes: Object.entries(scopes).map(([name, grants]) => ({ name, grants, marks: marks[name] ?? [] })),
    presets: Object.entries(presets).map(([name, included]) => ({ name, scopes: included })),
  };
}

function readEvent(name: string, { summary, description = '', parameters = [], requestBody }: WebhookObject): Event {
  return {
    id: anchor('event', name),
    name,
    trigger: summary,
    description,
    headers: readParameters(parameters, 'header'),
    body: requestBody.content?.['application/json']?.schema ?? {},
  };
}

export function getOperation({ groups }: Reference, name: string): Operation {
  const found = groups.flatMap(({ operations }) => operations).find((each) => each.name === name);
  if (!found) throw new Error(`The document has no operation ${name}`);
  return found;
}
