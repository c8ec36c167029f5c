import { api } from '../api.ts';
import type { Route, RouteGroup } from '../route/route.ts';
import type { Reply } from '../route/schemas.ts';
import { type EventDeclaration, events } from '../webhooks/events.ts';
import {
  canBeLeftOut,
  components,
  inputSchema,
  outputSchema,
  problemResponses,
  rateLimitHeaders,
  refer,
  referHeaders,
} from './components.ts';

interface Options {
  publicUrl: string;
  version: string;
}

export type OpenApi = ReturnType<typeof toOpenApi>;

/** The API in OpenAPI 3.1, from its route declarations, without the console's own routes. */
export function toOpenApi({ publicUrl, version }: Options) {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Parley API',
      version,
      description: `Readable reference: ${publicUrl}/docs`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${publicUrl}/api` }],
    tags: Object.keys(api).map((group) => ({ name: titleOf(group) })),
    paths: describePaths(),
    webhooks: Object.fromEntries(Object.values(events).map((event) => [event.name, describeEvent(event)])),
    components: components(
      publicUrl,
      Object.values<RouteGroup>(api).flatMap((group) => Object.values(group)),
    ),
  };
}

/** A group's title: `quickPhrases` is "Quick phrases", `aiUsage` is "AI usage". */
function titleOf(group: string) {
  const words = group.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/^Ai\b/, 'AI');
}

function describePaths() {
  const paths: Record<string, Record<string, ReturnType<typeof describeRoute>>> = {};
  for (const [group, routes] of Object.entries<RouteGroup>(api)) {
    for (const [name, route] of Object.entries(routes)) {
      const operations = paths[route.path] ?? {};
      paths[route.path] = operations;
      operations[route.method.toLowerCase()] = describeRoute(group, name, route);
    }
  }
  return paths;
}

function describeRoute(group: string, name: string, route: Route) {
  const { summary, description, since, rate, cap, purges } = route;
  return {
    operationId: `${group}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    tags: [titleOf(group)],
    summary,
    ...(description && { description }),
    security: describeSecurity(route),
    parameters: describeParameters(route),
    ...describeBody(route),
    responses: { ...describeReplies(route), ...problemResponses(route) },
    ...(since && { 'x-since': since }),
    'x-rate-class': rate,
    ...(cap && { 'x-cap': cap }),
    ...(purges && { 'x-purges': purges }),
  };
}

function describeBody({ body, upload }: Route) {
  if (!body && !upload) return {};
  const content = {
    ...(body && { 'application/json': { schema: inputSchema(body) } }),
    ...(upload && { 'multipart/form-data': { schema: FILE } }),
  };
  return { requestBody: { required: Boolean(upload) || !canBeLeftOut(body), content } };
}

const FILE = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
};

/** Any one scope is sufficient; entries of `security` are alternatives. */
function describeSecurity({ auth, scopes }: Route): Record<string, string[]>[] {
  // A credential in the path is a parameter.
  if (auth === 'none' || auth === 'path-token' || auth === 'path-secret') return [];
  return scopes.length ? scopes.map((scope) => ({ bearer: [scope] })) : [{ bearer: [] }];
}

function describeParameters({ params, query, key }: Route) {
  const inPath = Object.entries(params?.properties ?? {}).map(([name, schema]) =>
    describeParameter({ name, in: 'path', required: true }, outputSchema(schema)),
  );
  const { required = [], properties = {} } = query ? inputSchema(query) : {};
  const inQuery = Object.entries(properties).map(([name, schema]) =>
    describeParameter({ name, in: 'query', ...(required.includes(name) && { required: true }) }, schema),
  );
  const inHeaders = key ? [refer('parameters', key === 'required' ? 'RequiredKey' : 'OptionalKey')] : [];
  return [...inPath, ...inQuery, ...inHeaders];
}

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required?: boolean;
}

function describeParameter(parameter: Parameter, { description, ...schema }: Record<string, unknown>) {
  return { ...parameter, ...(description !== undefined && { description }), schema };
}

const SAID: Record<number, string> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted and stored; processing continues',
  204: 'Success, no content',
  302: 'Redirect to Location',
};

/** A read of a single object has an ETag. */
function describeReplies({ method, replies }: Route) {
  const isTagged = method === 'GET' && replies[200]?.shape === 'one';
  const more = isTagged ? referHeaders('ETag') : replies[302] ? referHeaders('Location') : {};
  const headers = { ...rateLimitHeaders, ...more };
  const described = Object.entries(replies).map(([status, reply]) => [
    status,
    { description: SAID[Number(status)] ?? 'Response', headers, ...describeContent(reply) },
  ]);
  return { ...Object.fromEntries(described), ...(isTagged && { 304: refer('responses', 'NotModified') }) };
}

function describeContent(reply: Reply) {
  if ('schema' in reply) return { content: { 'application/json': { schema: outputSchema(reply.schema) } } };
  const type = reply.shape === 'text' ? reply.type : reply.shape === 'plain' && 'text/plain';
  if (!type) return {};
  const content = { [type]: { schema: { type: 'string' } } };
  return reply.shape === 'text' ? { content, 'x-streamed': true } : { content };
}

function describeEvent({ name, trigger, data }: EventDeclaration) {
  const envelope = {
    type: 'object',
    required: ['id', 'type', 'data'],
    properties: { id: { type: 'string', pattern: '^evt_' }, type: { const: name }, data: outputSchema(data) },
  };
  return {
    post: {
      summary: trigger,
      requestBody: { required: true, content: { 'application/json': { schema: envelope } } },
      responses: { '2XX': { description: 'Received; any other status is retried' } },
    },
  };
}
