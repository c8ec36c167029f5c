// Writes what packages/sdk/src/contract.ts exports without the contract: every type of it, spelled out.
import {
  api,
  canBeLeftOut,
  events,
  problemCodes,
  type Route,
  type RouteGroup,
  resources,
  site,
  toOpenApi,
  visitorLive,
} from '@parley/contract';
import { comment, membersOf, type Schema, typeOf, writeOut } from './schema-types.ts';

export function contractTypes() {
  return [
    '// Written from the contract by the build of the SDK.',
    ...fixedTypes(),
    ...Object.entries(resources).map(([name, schema]) => declare(name, schema)),
    ...visitorTypes(),
    ...eventTypes(),
    `/** Every route of the API, by the group and name of its operation. */\nexport interface Api {\n${Object.entries(
      api,
    )
      .map(([group, routes]) => `  ${group}: ${groupType(routes, '  ')};\n`)
      .join('')}}`,
    '',
  ].join('\n\n');
}

function fixedTypes() {
  const problem = (toOpenApi({ publicUrl: 'https://chat.example.com', version: '0' }).components?.schemas ?? {}) as {
    Problem?: Schema;
  };
  return [
    `/** A page of a list. */\nexport interface Page<T> {\n  data: T[];\n  next_cursor: string | null;\n}`,
    `/** Stable codes of problems. */\nexport type ProblemCode =${problemCodes.map((code) => `\n  | '${code}'`).join('')};`,
    `/** The body of every error response, RFC 7807. */\nexport interface ProblemBody ${writeOut(problem.Problem ?? {}, 'server')}`,
  ];
}

function declare(name: string, given: object) {
  const schema: Schema = given;
  const { properties } = schema;
  const text = comment(schema.description);
  if (properties) return `${text}export interface ${name} ${membersOf({ ...schema, properties }, 'server')}`;
  return `${text}export type ${name} = ${writeOut(schema, 'server')};`;
}

function visitorTypes() {
  const { open, listMessages, send } = site.visitor;
  const content = send.body.properties;
  const { client_message_id, ...written } = content;
  return [
    declare('VisitorChat', visitorLive.events.chat.data.properties.chat),
    declare('VisitorMessage', itemOf(listMessages)),
    `/** The first answer of the widget's API: the visitor's token, chat and newest messages. */\n${declare('OpenedSession', itemOf(open))}`,
    `/** What a visitor can send. */\nexport type VisitorContent = ${membersOf({ ...send.body, properties: written }, 'caller')};`,
    `/** What the widget calls, as functions. The widget is known, so it is no parameter. */\nexport interface VisitorApi ${groupType(site.visitor, '', 'bound')}`,
  ];
}

function eventTypes() {
  const declared = Object.entries(events).map(([key, { name, trigger, data }]) => ({
    type: `${key[0]?.toUpperCase()}${key.slice(1)}Event`,
    text: `${comment(trigger)}export interface ${key[0]?.toUpperCase()}${key.slice(1)}Event {
  id: string;
  type: '${name}';
  data: ${writeOut(data, 'server', '  ')};
}`,
  }));
  return [
    ...declared.map(({ text }) => text),
    `/** Something that happened, told apart by \`type\`: ids and enumerations, never texts. */\nexport type ParleyEvent =${declared
      .map(({ type }) => `\n  | ${type}`)
      .join('')};`,
    `export type EventName = ParleyEvent['type'];`,
  ];
}

function groupType(routes: RouteGroup, indent: string, params: 'bound' | 'free' = 'free') {
  const inner = `${indent}  `;
  const methods = Object.entries(routes).map(
    ([name, route]) => `${routeComment(route, inner)}${inner}${name}: ${methodType(route, inner, params)};\n`,
  );
  return `{\n${methods.join('')}${indent}}`;
}

function routeComment({ summary, description, method, path, scopes }: Route, indent: string) {
  const scope = scopes.length ? `, scope ${scopes.join(' or ')}` : '';
  const lines = [`${summary}.`, ...(description ? [description] : []), `\`${method} ${path}\`${scope}`];
  const text = lines.map((line) => `${indent} * ${line.replaceAll('*/', '* /').replace(/\s*\n\s*/g, ' ')}\n`);
  return `${indent}/**\n${text.join(`${indent} *\n`)}${indent} */\n`;
}

function methodType(route: Route, indent: string, params: 'bound' | 'free') {
  const given = callType(route, indent, params);
  const answer = answerType(route, indent);
  if (shapeOf(route) !== 'page') return `(${given}) => Promise<${answer}>`;
  const inner = `${indent}  `;
  return `{\n${inner}(${given}): Promise<Page<${answer}>>;
${inner}/** Every item of every page from here on; a page is asked for when it is needed. */
${inner}each(${given}): AsyncGenerator<${answer}, void, undefined>;\n${indent}}`;
}

/** The one argument of a call, optional where nothing in it is required. */
function callType(route: Route, indent: string, params: 'bound' | 'free') {
  const inner = `${indent}  `;
  const { params: inPath, query, body, upload, key } = route;
  const members: string[] = [];
  let isRequired = false;
  const add = (
    name: string,
    schema: { properties?: Record<string, Schema>; required?: string[] },
    isOptional: boolean,
  ) => {
    if (!isOptional) isRequired = true;
    members.push(`${inner}${name}${isOptional ? '?' : ''}: ${typeOf(schema, 'caller', inner)};\n`);
  };
  if (inPath && params === 'free') add('params', inPath, false);
  if (Object.keys(query?.properties ?? {}).length)
    add('query', query ?? {}, !query?.required?.some((name) => !('default' in (query.properties[name] ?? {}))));
  if (body && !upload) add('body', body, params === 'free' && canBeLeftOut(body));
  if (key)
    members.push(`${inner}/** Idempotency key: a new one for each call unless told. */\n${inner}key?: string;\n`);
  members.push(`${inner}signal?: AbortSignal;\n`);
  if (!upload) return `call${isRequired ? '' : '?'}: {\n${members.join('')}${indent}}`;
  const file = `${inner}file: Blob;\n${inner}/** For a file that has no name of its own. */\n${inner}name?: string;\n`;
  const withFile = `{\n${file}${body ? `${inner}body?: never;\n` : ''}${members.join('')}${indent}}`;
  if (!body) return `call: ${withFile}`;
  return `call: ${withFile} | {\n${inner}body: ${typeOf(body, 'caller', inner)};\n${inner}file?: never;\n${inner}name?: never;\n${members.join('')}${indent}}`;
}

function answerType(route: Route, indent: string) {
  const shape = shapeOf(route);
  if (shape === 'none') return 'void';
  if (shape === 'text' || shape === 'plain' || shape === 'redirect') return 'string';
  return typeOf(itemOf(route), 'server', indent);
}

const shapeOf = ({ replies }: Route) => Object.values(replies)[0]?.shape;

function itemOf({ replies }: Route): object {
  const items = Object.values(replies).flatMap((reply) => ('item' in reply ? [reply.item] : []));
  return items[0] ?? {};
}
