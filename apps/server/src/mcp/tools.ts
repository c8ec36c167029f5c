import type { Tool } from '@modelcontextprotocol/server';
import { api, inputSchema, outputSchema, type Route, type RouteGroup, type Scope } from '@parley/contract';
import { memoise } from '../kernel/data/memoise.ts';

/** A route as a tool. */
export interface ApiTool {
  /** As in `?tools=`; the name of the tool begins with it. */
  group: string;
  route: Route;
  /** Names of arguments by the part of the request that they go to. */
  arguments: { params: string[]; query: string[]; isPage: boolean };
  definition: Tool;
}

/** Results are read by a model, which pays for every word of them. */
export const DEFAULT_LIMIT = 10;

type Schema = Record<string, unknown>;
interface Members {
  properties?: Record<string, Schema>;
  required?: string[];
}

/** Every route of the API as a tool. Made on first use: most servers have no AI client. */
export const apiTools = memoise(() => {
  const tools = Object.entries<RouteGroup>(api).flatMap(([group, routes]) =>
    Object.entries(routes).map(([name, route]) => toTool(snakeCase(group), snakeCase(name), route)),
  );
  return new Map(tools.map((tool) => [tool.definition.name, tool]));
});

export const toolGroups = memoise(() => [...new Set([...apiTools().values()].map(({ group }) => group))]);

/** A token sees what it may call; the route itself decides again. */
export function isAllowed({ route: { scopes } }: ApiTool, granted: ReadonlySet<Scope>) {
  return !scopes.length || scopes.some((scope) => granted.has(scope));
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function toTool(group: string, name: string, route: Route): ApiTool {
  const query = Object.keys(route.query?.properties ?? {});
  return {
    group,
    route,
    arguments: {
      params: paramsOf(route),
      query,
      isPage: query.includes('cursor') && query.includes('limit'),
    },
    definition: {
      name: `${group}_${name}`,
      title: route.summary,
      description: describe(route),
      inputSchema: toInputSchema(route),
      annotations: annotate(route),
    },
  };
}

/** The token of a path is the caller's own. */
function paramsOf({ params, auth }: Route) {
  const names = Object.keys(params?.properties ?? {});
  return auth === 'path-token' ? names.filter((name) => name !== 'token') : names;
}

function describe({ summary, description, replies }: Route) {
  const isText = Object.values(replies).some(({ shape }) => shape === 'text');
  const parts = [
    `${summary}.`,
    description && toResourceLinks(description),
    isText && 'Returns text, cut if it is long.',
  ];
  return parts.filter(Boolean).join('\n\n');
}

/** Guides are resources here. */
const toResourceLinks = (text: string) => text.replaceAll(/\]\(\/docs\/guides\/([\w/-]+)/g, '](parley://guides/$1');

function annotate({ method, destructive }: Route): Tool['annotations'] {
  const isRead = method === 'GET';
  return {
    readOnlyHint: isRead,
    destructiveHint: method === 'DELETE' || destructive === true,
    idempotentHint: isRead || method === 'PUT' || method === 'DELETE',
    // What is written may reach customers and other services.
    openWorldHint: !isRead,
  };
}

/**
 * Parameters, query and body merged: models fill flat objects best. Conditions between members stay out, since the APIs
 * of models refuse `anyOf` and `allOf` at the top; the route checks them.
 */
function toInputSchema(route: Route): Tool['inputSchema'] {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const members of membersOf(route)) {
    for (const [name, schema] of Object.entries(members.properties ?? {})) {
      if (properties[name]) throw new Error(`${route.path}: two members are called ${name}`);
      properties[name] = schema;
    }
    required.push(...(members.required ?? []));
  }
  const isOpen = (route.body as { additionalProperties?: unknown } | undefined)?.additionalProperties === true;
  const schema = { type: 'object', properties, ...(required.length && { required }), additionalProperties: isOpen };
  // What JSON cannot exceed anyway is left out of hundreds of ids.
  return JSON.parse(JSON.stringify(schema), (keyword, value) =>
    keyword === 'maximum' && value === Number.MAX_SAFE_INTEGER ? undefined : value,
  );
}

function membersOf(route: Route): Members[] {
  const { query, body, upload, key } = route;
  return [
    describeParams(route),
    query ? withSmallPages(inputSchema(query)) : {},
    body ? (upload ? { properties: inputSchema(body).properties } : inputSchema(body)) : {},
    upload ? { properties: { file: FILE }, ...(!body && { required: ['file'] }) } : {},
    key ? { properties: { idempotency_key: KEY } } : {},
  ];
}

function describeParams(route: Route): Members {
  const names = paramsOf(route);
  const described = names.map((name) => {
    const schema = outputSchema(route.params?.properties[name] ?? {});
    return [name, { description: `\`{${name}}\` in ${route.path}.`, ...schema }];
  });
  return { properties: Object.fromEntries(described), required: names };
}

function withSmallPages({ properties, ...rest }: ReturnType<typeof inputSchema>): Members {
  const { cursor, limit } = properties;
  return {
    ...rest,
    properties: cursor && limit ? { ...properties, limit: { ...limit, default: DEFAULT_LIMIT } } : properties,
  };
}

const FILE: Schema = {
  type: 'object',
  description: 'The file: its `name`, and its content as `text` or in `base64`.',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 255, examples: ['contacts.csv'] },
    text: { type: 'string' },
    base64: { type: 'string', contentEncoding: 'base64' },
  },
  required: ['name'],
  additionalProperties: false,
};

const KEY: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'Repeat a call whose outcome is unknown with the same key, and it takes effect once.',
};
