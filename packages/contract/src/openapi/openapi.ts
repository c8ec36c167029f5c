import { api, site } from '../api.ts';
import { isOfSites, type Route, type RouteGroup } from '../route/route.ts';
import type { Reply } from '../route/schemas.ts';
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
import { tagOf, tags } from './tags.ts';
import { describeWebhooks, webhookParameters } from './webhooks.ts';

interface Options {
  publicUrl: string;
  version: string;
}

export type OpenApi = ReturnType<typeof toOpenApi>;

const groups = { ...api, ...site };

/** The API and the visitor API in OpenAPI 3.1, from their route declarations, without the console's own routes. */
export function toOpenApi({ publicUrl, version }: Options) {
  const routes = Object.values<RouteGroup>(groups).flatMap((group) => Object.values(group));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Parley API',
      version,
      description: `Readable reference: ${publicUrl}/docs`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${publicUrl}/api` }],
    tags,
    paths: describePaths(publicUrl),
    webhooks: describeWebhooks(),
    components: components(publicUrl, routes, webhookParameters),
  };
}

type Operations = Record<string, ReturnType<typeof describeRoute>>;

/** The visitor API is beside `/api`. */
function describePaths(publicUrl: string) {
  const paths: Record<string, Operations | { servers: { url: string }[] }> = {};
  for (const [group, routes] of Object.entries<RouteGroup>(groups)) {
    for (const [name, route] of Object.entries(routes)) {
      const known = paths[route.path] ?? (isOfSites(route) ? { servers: [{ url: publicUrl }] } : {});
      const operation = describeRoute(group as keyof typeof groups, name, route);
      paths[route.path] = { ...known, [route.method.toLowerCase()]: operation } as Operations;
    }
  }
  return paths;
}

function describeRoute(group: keyof typeof groups, name: string, route: Route) {
  const { summary, description, since, rate, cap, purges } = route;
  return {
    operationId: `${group}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    tags: [tagOf(group)],
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
  properties: {
    file: { type: 'string', contentMediaType: 'application/octet-stream', description: 'The file, with its name.' },
  },
};

/** Any one scope is sufficient; entries of `security` are alternatives. */
function describeSecurity({ auth, scopes }: Route): Record<string, string[]>[] {
  // A credential in the path is a parameter.
  if (auth === 'none' || auth === 'path-token' || auth === 'path-secret') return [];
  if (auth === 'visitor') return [{ visitor: [] }];
  // Any page may call; a visitor who has a token sends it.
  if (auth === 'widget') return [{}, { visitor: [] }];
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

/** What a schema says about its member, an OpenAPI parameter says beside its schema. */
function describeParameter(parameter: Parameter, described: Record<string, unknown>) {
  const { description, examples, 'x-since': since, ...schema } = described;
  return {
    ...parameter,
    ...(description !== undefined && { description }),
    schema,
    ...(Array.isArray(examples) && { example: examples[0] }),
    ...(since !== undefined && { 'x-since': since }),
  };
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
