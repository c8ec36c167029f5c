import { randomUUID } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { problems } from '@parley/contract';
import type { FastifyInstance, FastifyRequest, InjectOptions, LightMyRequestResponse } from 'fastify';
import { addressOf } from '../kernel/http/routes.ts';
import { invalid, Problem } from '../kernel/problems.ts';
import { type ApiTool, DEFAULT_LIMIT } from './tools.ts';

export type Arguments = Record<string, unknown>;

/** Longest text of a result: AI clients cut or refuse more. */
const MAX_CHARACTERS = 50_000;

/** Calls the route of a tool as a request of the same caller, which passes every guard of the API. */
export async function callTool(
  http: FastifyInstance,
  request: FastifyRequest,
  { tool, args }: { tool: ApiTool; args: Arguments },
): Promise<CallToolResult> {
  const { idempotency_key: key = randomUUID(), ...input } = args;
  try {
    const { headers, ...rest } = await toRequest(tool, input, request);
    const keyHeader = tool.route.key ? { 'x-service-idempotency-key': readKey(key) } : {};
    const response = await http.inject({
      ...rest,
      headers: { ...headersOf(request), ...keyHeader, ...headers },
      remoteAddress: request.socket.remoteAddress,
      payloadAsStream: true,
    });
    return await toResult(response, { tool, args: input, key });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, title } = problems[error.code];
    return failure({ status, title, reason: error.code, detail: error.message, errors: error.extras.errors });
  }
}

/** Connection, body and session of the caller are not the call's. */
const NOT_FORWARDED =
  /^(accept|accept-encoding|connection|content-.*|cookie|expect|host|if-.*|last-event-id|mcp-.*|origin|range|te|trailer|transfer-encoding|upgrade|x-service-idempotency-key)$/;

function headersOf({ headers, id }: FastifyRequest) {
  const forwarded = Object.entries(headers).filter(([name]) => !NOT_FORWARDED.test(name));
  return { ...Object.fromEntries(forwarded), 'x-request-id': id };
}

function readKey(key: unknown) {
  if (typeof key !== 'string') throw invalid({ idempotency_key: 'must be string' });
  return key;
}

/** Splits the arguments into path, query and body. An unknown one is sent too, for the route to refuse by name. */
async function toRequest(tool: ApiTool, args: Arguments, request: FastifyRequest): Promise<InjectOptions> {
  const { route } = tool;
  const { params, query, isPage } = tool.arguments;
  const { file, ...rest } = route.upload ? args : { ...args, file: undefined };
  const path = addressOf(route).replace(/\{(\w+)\}/g, (_, name) =>
    params.includes(name) ? segment(name, rest[name]) : bearerOf(request),
  );
  const search = new URLSearchParams(isPage ? { limit: String(DEFAULT_LIMIT) } : {});
  const body: Arguments = {};
  for (const [name, value] of Object.entries(rest)) {
    if (params.includes(name) || value === undefined) continue;
    if (route.body && !query.includes(name)) body[name] = value;
    else if (value !== null) search.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return {
    method: route.method,
    url: search.size ? `${path}?${search}` : path,
    ...(file === undefined ? json(route.body && body) : await multipart(file)),
  };
}

/** A dot segment would change the path, even an escaped one. */
function segment(name: string, value: unknown) {
  if (value === undefined || value === null || value === '') throw invalid({ [name]: 'is required' });
  const text = String(value);
  if (text === '.' || text === '..') throw invalid({ [name]: 'has an invalid format' });
  return encodeURIComponent(text);
}

const bearerOf = ({ headers: { authorization = '' } }: FastifyRequest) =>
  encodeURIComponent(authorization.replace(/^Bearer +/i, ''));

const json = (body: Arguments | undefined) =>
  body ? { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) } : {};

async function multipart(file: unknown) {
  const { name, text, base64 } = typeof file === 'object' && file ? (file as Arguments) : {};
  if (typeof name !== 'string') throw invalid({ 'file.name': 'is required' });
  const content =
    typeof text === 'string' ? text : typeof base64 === 'string' ? Buffer.from(base64, 'base64') : undefined;
  if (content === undefined) throw invalid({ file: 'needs its content as `text` or in `base64`' });
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  return { headers: { 'content-type': type }, payload: Buffer.from(await encoded.arrayBuffer()) };
}

interface AnsweredCall {
  tool: ApiTool;
  args: Arguments;
  key: unknown;
}

async function toResult(response: LightMyRequestResponse, { tool, args, key }: AnsweredCall) {
  const { statusCode, headers } = response;
  const shape = tool.route.replies[statusCode]?.shape;
  const body = await readText(response, shape === 'text' ? MAX_CHARACTERS : Number.POSITIVE_INFINITY);
  if (statusCode >= 400) {
    const retryAfter = Number(headers['retry-after']);
    return failure({
      ...JSON.parse(body.text),
      ...(retryAfter && { retry_after: retryAfter }),
      ...(tool.route.key && { idempotency_key: key }),
    });
  }
  if (shape === 'none') return success({ done: true });
  if (shape === 'redirect') return success({ url: headers.location });
  if (shape === 'text' || shape === 'plain') return textResult(body);
  return jsonResult(tool, args, body.text);
}

/** Reads up to a number of characters, and stops the source there. */
async function readText(response: LightMyRequestResponse, limit: number) {
  let text = '';
  for await (const chunk of response.stream().setEncoding('utf8')) {
    text += chunk;
    if (text.length <= limit) continue;
    response.raw.res.destroy();
    return { text: text.slice(0, limit), isCut: true };
  }
  return { text, isCut: false };
}

function textResult({ text, isCut }: { text: string; isCut: boolean }): CallToolResult {
  const note = `Cut after ${MAX_CHARACTERS} characters. Narrow the call, or download the whole text by the API.`;
  return { content: [{ type: 'text', text }, ...(isCut ? [{ type: 'text' as const, text: note }] : [])] };
}

/** A page that is too long is refused, since half of it is no JSON. */
function jsonResult(tool: ApiTool, args: Arguments, text: string): CallToolResult {
  const limit = Number(args.limit ?? DEFAULT_LIMIT);
  if (tool.arguments.isPage && text.length > MAX_CHARACTERS && limit > 1) {
    const smaller = Math.max(1, Math.floor((limit * MAX_CHARACTERS) / text.length));
    const detail = `The page has ${text.length} characters, more than ${MAX_CHARACTERS}. Call again with \`limit\` ${smaller}.`;
    return failure({ reason: 'result_too_large', detail });
  }
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) };
}

function success(value: Arguments): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value };
}

/** The problem of the API, for the model to act on. */
const failure = (value: Arguments): CallToolResult => ({ ...success(value), isError: true });
