import type { TObject, TSchema } from 'typebox';
import { exampleOf } from '../problems/problem-examples.ts';
import { type ProblemCode, problemCodes, problems } from '../problems/problems.ts';
import { resourceName, resources } from '../resources.ts';
import { problemsOf, type Route } from '../route/route.ts';
import { originOf } from '../route/schemas.ts';
import { describeScope, presets, scopeNames, scopes } from '../route/scopes.ts';

type Schema = Record<string, unknown>;

type Section = 'schemas' | 'responses' | 'parameters' | 'headers' | 'examples';

export const refer = (section: Section, name: string) => ({ $ref: `#/components/${section}/${name}` });

/** Shared parts of the document. */
export function components(publicUrl: string, routes: Route[], webhookParameters: Record<string, object>) {
  const described = Object.entries(resources).map(([name, schema]) => [name, writeOut(schema)]);
  return {
    schemas: { ...Object.fromEntries(described), Problem },
    responses: {
      NotModified: { description: 'Not modified since the version in If-None-Match' },
      ...Object.fromEntries(routes.flatMap(problemsByStatus).map(({ name, codes }) => [name, describeProblems(codes)])),
    },
    parameters: { RequiredKey: key(true), OptionalKey: key(false), ...webhookParameters },
    headers,
    examples: Object.fromEntries(problemCodes.map((code) => [code, describeProblem(code, publicUrl)])),
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'A token of one widget. Each operation names the scope it needs.',
        'x-scopes': Object.fromEntries(Object.entries(scopes).map(([name, { grants }]) => [name, grants])),
        'x-scope-marks': scopeMarks(),
        'x-presets': presets,
      },
      visitor: {
        type: 'http',
        scheme: 'bearer',
        description:
          'A visitor token of one widget, from `POST /widget-api/{button_guid}/session`. It is no token of the API and has no scopes.',
      },
    },
  };
}

function describeProblem(code: ProblemCode, publicUrl: string) {
  const { title, help } = problems[code];
  return { summary: title, value: exampleOf(code, publicUrl), 'x-help': help };
}

/** Scopes to grant with care, and those that are required only by some calls or by none yet. */
function scopeMarks() {
  const marked = scopeNames.map((name) => {
    const { sensitive, kind } = describeScope(name);
    return [name, [...(sensitive ? ['sensitive'] : []), ...(kind ? [kind] : [])]] as const;
  });
  return Object.fromEntries(marked.filter(([, marks]) => marks.length));
}

const Problem = {
  type: 'object',
  description: 'Every error, RFC 7807. Members may be added.',
  required: ['type', 'title', 'status', 'detail', 'reason'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'URL of a page about the problem' },
    title: { type: 'string', description: 'What the problem is, the same for each occurrence' },
    status: { type: 'integer', description: 'The status of the response' },
    detail: { type: 'string', description: 'What went wrong in this request' },
    reason: { type: 'string', enum: problemCodes, description: 'Stable code: match on this member' },
    instance: { type: 'string', description: 'The request id, as logged by the server' },
    errors: {
      type: 'object',
      description: 'Messages by field',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    required_scopes: { type: 'array', items: { type: 'string' }, description: 'Any one of them is sufficient' },
    hint: { type: 'string', description: 'What to do about it' },
    operators: {
      type: 'array',
      description: 'AI operators that stand in the way',
      items: {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'integer', description: 'Id of the agent' },
          name: { type: 'string', description: 'Name of the agent' },
        },
      },
    },
  },
};

const key = (required: boolean) => ({
  name: 'X-Service-Idempotency-Key',
  in: 'header',
  required,
  description:
    'Makes a write safe to retry: a new UUID for each write, the same one for its retries. A successful write uses up its key for 24 hours; a refused or failed one does not.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  example: '5f0c2c1e-2f64-4a0c-9a55-0a6f6a2f7c11',
});

const headers = {
  'X-RateLimit-Limit': header('Requests per minute of the rate limit that applied', { type: 'integer' }),
  'X-RateLimit-Remaining': header('Requests left in this window', { type: 'integer' }),
  'X-RateLimit-Reset': header('When the window ends, in Unix seconds', { type: 'integer' }),
  ETag: header('Send it as If-None-Match to get 304 if nothing changed', { type: 'string' }),
  Location: header('URL of the file', { type: 'string', format: 'uri' }),
  'X-Request-Id': header('The request id, as logged by the server', { type: 'string' }),
  'Retry-After': header('Seconds to wait before the next attempt', { type: 'integer' }),
  'WWW-Authenticate': header('How to authenticate', { type: 'string', const: 'Bearer' }),
};

function header(description: string, schema: Schema) {
  return { description, schema };
}

export const referHeaders = (...names: (keyof typeof headers)[]) =>
  Object.fromEntries(names.map((name) => [name, refer('headers', name)]));

export const rateLimitHeaders = referHeaders(
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
);

const HEADERS_BY_STATUS: Partial<Record<number, ReturnType<typeof referHeaders>>> = {
  401: referHeaders('WWW-Authenticate', 'X-Request-Id'),
  429: { ...rateLimitHeaders, ...referHeaders('Retry-After') },
  503: referHeaders('Retry-After', 'X-Request-Id'),
};

/** Problems of a route by status; routes with the same problems share a component. */
export function problemResponses(route: Route) {
  return Object.fromEntries(problemsByStatus(route).map(({ status, name }) => [status, refer('responses', name)]));
}

function problemsByStatus(route: Route) {
  const byStatus = Map.groupBy(problemsOf(route), (code) => problems[code].status);
  return [...byStatus].map(([status, codes]) => ({ status, codes, name: codes.map(pascal).join('Or') }));
}

function describeProblems(codes: ProblemCode[]) {
  const [first] = codes;
  const own = first && HEADERS_BY_STATUS[problems[first].status];
  return {
    description: codes.map((code) => problems[code].title).join('; '),
    headers: own ?? referHeaders('X-Request-Id'),
    content: {
      'application/problem+json': {
        schema: refer('schemas', 'Problem'),
        examples: Object.fromEntries(codes.map((code) => [code, refer('examples', code)])),
      },
    },
  };
}

function pascal(code: ProblemCode) {
  return code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A response schema: resources are references. */
export function outputSchema(schema: TSchema | object): Schema {
  const origin = originOf(schema);
  const name = resourceName(origin);
  if (!name) return writeOut(schema);
  return { ...refer('schemas', name), ...(schema !== origin && describedBeside({ ...schema })) };
}

/** What a member says about itself beside the reference to its object. */
function describedBeside(schema: Schema) {
  const { description, examples, 'x-since': since } = schema;
  return { description, ...(examples !== undefined && { examples }), ...(since !== undefined && { 'x-since': since }) };
}

/** A request schema: a member with a default is optional. */
export function inputSchema(schema: TObject) {
  const { required, properties, ...rest } = writeOut(schema) as {
    required?: string[];
    properties: Record<string, Schema>;
  };
  const demanded = (required ?? []).filter((name) => !('default' in (properties[name] ?? {})));
  return { ...rest, ...(demanded.length && { required: demanded }), properties };
}

/** Whether the body may be left out. */
export function canBeLeftOut(body: TObject | undefined) {
  if (!body) return true;
  const { required, minProperties, anyOf } = inputSchema(body) as Schema;
  return !required && !minProperties && !anyOf;
}

const MOMENT = 'A date or time in ISO 8601. Without an offset it is in Europe/Moscow; a bare date is midnight there.';

function describeMoment({ format: _, description, ...schema }: Schema) {
  return { ...schema, description: description ? `${description} ${MOMENT}` : MOMENT };
}

/** Our own formats in standard keywords. */
const FORMATS: Record<string, Schema> = {
  'https-link': { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]:///*[^/?#@\\\\\\s]+([/?#][^\\\\\\s]*)?$' },
  'web-link': { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?:///*[^/?#@\\\\\\s]+([/?#][^\\\\\\s]*)?$' },
  'time-zone': { format: undefined, examples: ['Europe/Moscow'] },
};

/** Copies a schema and replaces our own formats by standard keywords. */
function writeOut(schema: object): Schema {
  const { format } = schema as { format?: unknown };
  if (format === 'moment') return describeMoment({ ...schema });
  const entries = Object.entries(schema).map(([keyword, value]) => [keyword, writeValue(value)]);
  const { patternProperties, ...rest } = { ...Object.fromEntries(entries), ...FORMATS[String(format)] };
  const any = patternProperties?.['^.*$'];
  if (!any) return patternProperties ? { ...rest, patternProperties } : rest;
  return { ...rest, additionalProperties: any };
}

function writeValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(writeValue);
  return typeof value === 'object' && value !== null ? outputSchema(value) : value;
}
