import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TokenPrincipal } from '../kernel/auth/principal.ts';
import { admitToken, countRead, type GuardOptions } from '../kernel/http/guard.ts';
import { invalid, problem } from '../kernel/problems.ts';
import { callTool } from './call-tool.ts';
import { createOperations } from './operations.ts';
import { type ApiTool, apiTools, isAllowed, toolGroups } from './tools.ts';

/** Larger than any JSON body of the API, so that small files fit. */
const BODY_LIMIT = 4 * 2 ** 20;

const callers = new WeakMap<FastifyRequest, TokenPrincipal>();

/** Serves the API as tools of the Model Context Protocol, at /mcp. */
export function addMcp(http: FastifyInstance, options: GuardOptions) {
  const describeOperation = createOperations(options.publicUrl);

  http.route({
    method: 'POST',
    url: '/mcp',
    bodyLimit: BODY_LIMIT,
    onRequest: async (request) => void callers.set(request, await admitToken(request, options)),
    onResponse: (request, reply, done) => {
      if (reply.statusCode === 401 || reply.statusCode === 403) options.limits.countRefusal(request.ip);
      done();
    },
    handler: async (request, reply) => {
      const caller = callers.get(request);
      if (!caller) throw problem('token_missing');
      const tools = toolsFor(request);
      const body = request.body;
      // Batches are not of any revision that clients still speak, and would be many calls for the price of one.
      if (Array.isArray(body)) throw problem('malformed_request', 'Send one message in a request.');
      // A call of a tool is counted by its route.
      if (!tools.has(calledTool(body) ?? '')) await countRead(caller, reply, options.limits);
      // Loaded with the first request: the package takes 0.2 s and 30 MB.
      const { answer } = await import('./server.ts');
      const answered = await answer({
        url: `${options.publicUrl()}/mcp`,
        headers: protocolHeaders(request),
        body,
        visible: [...tools.values()].filter((tool) => isAllowed(tool, caller.scopes)),
        findTool: (name) => tools.get(name),
        call: (tool, args) => callTool(http, request, { tool, args }),
        describeOperation: ({ route }) => describeOperation(route),
      });
      return send(reply, answered);
    },
  });
}

/** All tools, or those of the groups in `?tools=chats,contacts`. */
function toolsFor(request: FastifyRequest): Map<string, ApiTool> {
  const search = new URLSearchParams(request.url.split('?')[1]);
  const wanted = search.getAll('tools').flatMap((each) => each.split(',').filter(Boolean));
  if (!wanted.length) return apiTools();
  const unknown = wanted.find((group) => !toolGroups().includes(group));
  if (unknown) throw invalid({ tools: `must be a list of ${toolGroups().join(', ')}` });
  return new Map([...apiTools()].filter(([, { group }]) => wanted.includes(group)));
}

function calledTool(body: unknown) {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : undefined;
}

/** What the protocol reads. */
function protocolHeaders({ headers }: FastifyRequest) {
  const names = Object.keys(headers).filter((name) => /^(accept|content-type|mcp-.*)$/.test(name));
  return new Headers(names.map((name) => [name, String(headers[name])]));
}

async function send(reply: FastifyReply, answered: Response) {
  const type = answered.headers.get('content-type');
  reply.code(answered.status).header('cache-control', 'no-store');
  if (type) reply.type(type);
  return reply.send(await answered.text());
}
