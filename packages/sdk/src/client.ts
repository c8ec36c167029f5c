import type { api, dashboard, Output, Page, Route, Sent, TextFile } from '@parley/contract';
import { type CallInput, prepareRequest, type RouteRow } from './request.ts';
import { type OptionalBody, routes } from './routes.generated.ts';
import { send, type Transport } from './send.ts';

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

type Flat<T> = { [Name in keyof T]: T[Name] };

type Params<P> = keyof P extends never ? unknown : { params: P };

type Query<Q> = keyof Q extends never ? unknown : Partial<Q> extends Q ? { query?: Q } : { query: Q };

/** A file, with a name for one that has none. */
interface Upload {
  file: Blob;
  name?: string;
}

type Body<B, IsOptional> = [B] extends [undefined] ? unknown : IsOptional extends true ? { body?: B } : { body: B };

/** Where a file can be sent and a body as well, it is one of them. */
type Content<R extends Route, IsOptional> = R extends { upload: true | 'csv' | 'document' }
  ? [Sent<R>['body']] extends [undefined]
    ? Upload
    : (Upload & { body?: never }) | ({ body: Sent<R>['body'] } & { [Name in keyof Upload]?: never })
  : Body<Sent<R>['body'], IsOptional>;

type Key<R> = R extends { key: string } ? { key?: string } : unknown;

/** What a call of the route is given. */
type CallOf<R extends Route, IsOptional> = Flat<
  Params<Sent<R>['params']> & Query<Sent<R>['query']> & Content<R, IsOptional> & Key<R> & { signal?: AbortSignal }
>;

type Arguments<R extends Route, IsOptional> =
  Partial<CallOf<R, IsOptional>> extends CallOf<R, IsOptional>
    ? [call?: CallOf<R, IsOptional>]
    : [call: CallOf<R, IsOptional>];

/** A text comes whole, and a redirect as its address. */
type Answer<R extends Route> = Output<R> extends TextFile ? string : Output<R>;

type ClientMethod<R extends Route, IsOptional> = ((...args: Arguments<R, IsOptional>) => Promise<Answer<R>>) &
  (Output<R> extends Page<infer Item>
    ? {
        /** Every item of every page from here on; a page is asked for when it is needed. */
        each(...args: Arguments<R, IsOptional>): AsyncGenerator<Item, void, undefined>;
      }
    : unknown);

type Contract = typeof api & typeof dashboard;

type IsOneOf<Name, Names> = Name extends Names ? true : false;

/** The groups and names of the contract, as functions. */
export type Client = {
  [Group in keyof Contract]: {
    [Name in keyof Contract[Group]]: Contract[Group][Name] extends Route
      ? ClientMethod<Contract[Group][Name], IsOneOf<`${Group}.${Name & string}`, OptionalBody>>
      : never;
  };
};

/** A client of one server. It has no state: one can be shared by everything that uses the same token. */
export function createClient(options: ClientOptions): Client {
  const { fetch = globalThis.fetch, retries = 2, maxWaitMs = 60_000 } = options;
  const server = { origin: originOf(options.baseUrl), token: checkToken(options.token) };
  const transport = { fetch, retries, maxWaitMs };
  const groups = Object.entries(routes).map(([group, rows]) => {
    const methods = Object.entries(rows).map(([name, row]) => [name, methodOf(row, server, transport)] as const);
    return [group, Object.fromEntries(methods)] as const;
  });
  // The table is made from the contract that the type is derived from.
  return Object.fromEntries(groups) as unknown as Client;
}

function methodOf(row: RouteRow, server: { origin: string; token: string | undefined }, transport: Transport) {
  const call = async (input: CallInput = {}) => send(prepareRequest(row, input, server), transport);
  const [, , shape] = row;
  if (shape !== 'page') return call;
  return Object.assign(call, {
    async *each(input: CallInput = {}) {
      let { query = {} } = input;
      for (;;) {
        const { data, next_cursor } = (await call({ ...input, query })) as Page<unknown>;
        yield* data;
        if (!next_cursor) return;
        query = { ...query, cursor: next_cursor };
      }
    },
  });
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
