import type { Api, Page } from './contract.ts';
import { createFeed, type Feed } from './feed.ts';
import { type CallInput, prepareRequest, type RouteRow } from './request.ts';
import { routes } from './routes.generated.ts';
import { send } from './send.ts';

export interface ClientOptions {
  /** Origin of the server: https://chat.example.com */
  baseUrl: string;
  /** Without one the calls are those of the browser's session, as in the console. */
  token?: string;
  /** In place of the global one. */
  fetch?: typeof globalThis.fetch;
  /** How often a call is repeated at most, after a 429, a 503 or a lost connection: 2 unless told. */
  retries?: number;
  /** How long a call may wait for its repeats altogether: 60,000 unless told. */
  maxWaitMs?: number;
}

/** Every route of the API, by the group and name of its operation. */
export type Client = Omit<Api, 'events'> & { events: Api['events'] & Feed };

/** A client of one server. It has no state: one can be shared by everything that uses the same token. */
export function createClient(options: ClientOptions): Client {
  const groups = Object.entries(routes).map(([group, rows]) => [group, createGroup(rows, options)] as const);
  // The table is made from the contract that the type is derived from.
  const api = Object.fromEntries(groups) as unknown as Api;
  return { ...api, events: { ...api.events, ...createFeed(api.events.list) } };
}

/**
 * Rows of the route table as functions; `fixed` are path parameters that every call has.
 * @internal
 */
export function createGroup(
  rows: Record<string, RouteRow>,
  { fetch = globalThis.fetch, retries = 2, maxWaitMs = 60_000, ...options }: ClientOptions,
  fixed: CallInput['params'] = {},
) {
  const server = { origin: originOf(options.baseUrl), token: checkToken(options.token) };
  const transport = { fetch, retries, maxWaitMs };
  const methods = Object.entries(rows).map(([name, row]) => {
    const call = async (input: CallInput = {}) =>
      send(prepareRequest(row, { ...input, params: { ...input.params, ...fixed } }, server), transport);
    const [, , shape] = row;
    const isList = shape === 'page';
    return [name, isList ? Object.assign(call, { each: (input?: CallInput) => iterate(call, input) }) : call] as const;
  });
  return Object.fromEntries(methods);
}

async function* iterate(call: (input: CallInput) => Promise<unknown>, input: CallInput = {}) {
  let { query = {} } = input;
  for (;;) {
    const { data, next_cursor } = (await call({ ...input, query })) as Page<unknown>;
    yield* data;
    if (!next_cursor) return;
    query = { ...query, cursor: next_cursor };
  }
}

function originOf(baseUrl: string) {
  const { origin, href, protocol } = new URL(baseUrl);
  // Dropping the rest in silence would hide that somebody gave the address of the API.
  if (href !== `${origin}/` || !protocol.startsWith('http')) {
    throw new TypeError(`baseUrl is the origin of a server, such as https://chat.example.com, and not ${baseUrl}`);
  }
  return origin;
}

/** Without this the runtime refuses a broken token with a message that has the token in it. */
function checkToken(token: string | undefined) {
  if (token === undefined || /^[\x21-\x7e]+$/.test(token)) return token;
  throw new TypeError('The token is empty or has characters that no token has, such as a line break at its end');
}
