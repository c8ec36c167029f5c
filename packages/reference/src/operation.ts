import type { OperationObject, Parameter, ResponseObject } from './document.ts';
import { byStatus, getProblem, type Problem, type Problems } from './problem.ts';
import type { Schema } from './schemas.ts';
import { anchor, operationTitle } from './titles.ts';

/** One call of the API. */
export interface Operation {
  /** As in the document. */
  name: string;
  id: string;
  title: string;
  tag: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  /** The version that added it, if not the first. */
  since: string | undefined;
  baseUrl: string;
  /** Whose token is sent. A visitor's can be optional. */
  credential: 'token' | 'visitor' | 'optional visitor' | undefined;
  /** Any one is sufficient. Undefined if no token of the API is sent. */
  scopes: string[] | undefined;
  key: 'required' | 'optional' | undefined;
  cap: OperationObject['x-cap'];
  purges: OperationObject['x-purges'];
  params: Schema | undefined;
  query: Schema;
  body: Schema | undefined;
  takesFile: boolean;
  replies: Reply[];
  problems: Problem[];
}

export type Reply = JsonReply | { status: string; shape: 'none' | 'plain' | 'text' | 'redirect' };

export interface JsonReply {
  status: string;
  /** `one` and `page` are in an envelope. */
  shape: 'one' | 'page' | 'bare';
  item: Schema;
}

interface Described {
  path: string;
  method: string;
  operation: OperationObject;
  problems: Problems;
  baseUrl: string;
}

export function readOperation({ path, method, operation, problems, baseUrl }: Described): Operation {
  const { operationId, tags, summary, security, parameters, requestBody } = operation;
  const [tag = ''] = tags;
  const content = requestBody?.content ?? {};
  const codes = Object.values(operation.responses).flatMap(problemCodesOf);
  return {
    name: operationId,
    id: anchor(operationId),
    title: operationTitle(operationId, tag, path),
    tag,
    method: method.toUpperCase(),
    path,
    summary,
    description: operation.description ?? '',
    since: operation['x-since'],
    baseUrl,
    credential: credentialOf(security),
    scopes: credentialOf(security) === 'token' ? security.flatMap((each) => Object.values(each).flat()) : undefined,
    key: readKey(parameters),
    cap: operation['x-cap'],
    purges: operation['x-purges'],
    params: path.includes('{') ? readParameters(parameters, 'path') : undefined,
    query: readParameters(parameters, 'query'),
    body: content['application/json']?.schema,
    takesFile: 'multipart/form-data' in content,
    replies: Object.entries(operation.responses).filter(isReply).map(readReply),
    problems: codes.map((code) => getProblem(problems, code)).toSorted(byStatus),
  };
}

function credentialOf(security: OperationObject['security']): Operation['credential'] {
  if (security.some((each) => 'bearer' in each)) return 'token';
  if (!security.some((each) => 'visitor' in each)) return undefined;
  return security.every((each) => 'visitor' in each) ? 'visitor' : 'optional visitor';
}

function problemCodesOf({ content }: ResponseObject) {
  return Object.keys(content?.['application/problem+json']?.examples ?? {});
}

function readKey(parameters: Parameter[]) {
  const key = parameters.find((each) => each.in === 'header' && each.name === 'X-Service-Idempotency-Key');
  return key && (key.required ? 'required' : 'optional');
}

/** Parameters as members of one object. */
export function readParameters(parameters: Parameter[], place: Parameter['in']): Schema {
  const found = parameters.filter((each) => each.in === place);
  return {
    properties: Object.fromEntries(found.map((each) => [each.name, asMember(each)])),
    required: found.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** What a parameter says about itself, a member says in its schema. */
function asMember({ schema, description, example, 'x-since': since }: Parameter): Schema {
  return {
    ...schema,
    ...(description && { description }),
    ...(example !== undefined && { examples: [example] }),
    ...(since && { 'x-since': since }),
  };
}

/** Not a problem, and not the answer to a conditional request. */
const isReply = ([status]: [string, ResponseObject]) => Number(status) < 400 && status !== '304';

function readReply([status, { content = {}, ...response }]: [string, ResponseObject]): Reply {
  const schema = content['application/json']?.schema;
  if (schema) return { status, ...readEnvelope(schema) };
  if (response['x-streamed']) return { status, shape: 'text' };
  if (Object.keys(content).length) return { status, shape: 'plain' };
  return { status, shape: status.startsWith('3') ? 'redirect' : 'none' };
}

/** Objects without an envelope have a name. */
function readEnvelope(schema: Schema): Pick<JsonReply, 'shape' | 'item'> {
  const { data, next_cursor: cursor } = schema.properties ?? {};
  if (schema.title || !data) return { shape: 'bare', item: schema };
  return cursor ? { shape: 'page', item: data.items ?? {} } : { shape: 'one', item: data };
}
