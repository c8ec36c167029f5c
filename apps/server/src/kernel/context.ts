import type { EventData, EventDeclaration } from '@parley/contract';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { QueryConfig, QueryResultRow } from 'pg';
import type { FileStore } from '../infra/files/file-store.ts';
import type { Log } from '../infra/log.ts';
import type { Mailer } from '../infra/mail/mailer.ts';
import type { Outbound } from '../infra/outbound/outbound.ts';
import type { Db } from '../infra/postgres/database.ts';
import type { Vault } from '../infra/secrets/vault.ts';
import type { Lane } from './deliveries/lanes.ts';
import type { Limits } from './limits.ts';
import type { Publish } from './live/rooms.ts';
import type { Cursors } from './pages.ts';
import type {
  ChannelPrincipal,
  Principal,
  SessionPrincipal,
  SitePrincipal,
  Tenant,
  VisitorPrincipal,
} from './principal.ts';

/** What a statement that was written as SQL is run with: once compiled by name, or anew each time without one. */
export type RunSql = <Row extends QueryResultRow>(statement: QueryConfig) => Promise<Row[]>;

/** What work on the database has, whoever asked for it. */
export interface Work {
  /** The transaction of a write; for a read, a connection for each statement. */
  db: Db;
  sql: RunSql;
  /** The time of this request; what is stored takes it from here. */
  now: Temporal.Instant;
  log: Log;
  vault: Vault;
  /** Where people reach the server; links come from it and never from a header. */
  publicUrl: string;
}

export interface EnqueueOptions {
  /** Not before this. */
  at?: Temporal.Instant;
  /** Only where there is such a row: asked with the commit, so that nobody waits to learn that there is nothing to do. */
  ifAny?: { table: PgTable; widgetId: number };
}

/** What only a write has: its effects commit with its rows, or not at all. */
interface Effects {
  /**
   * Changes rows where nobody needs the answer: nothing waits for it but the commit, and if it fails there is none. What
   * is asked for after it finds it done.
   */
  run: (statement: QueryConfig) => void;
  /** Something happened that others may want to hear of, in the widget of the caller or in the one that is named. */
  emit: <E extends EventDeclaration>(event: E, data: Omit<EventData<E>, 'at' | 'button_guid'>, tenant?: Tenant) => void;
  /** Something is to be done later, by any node. */
  enqueue: <Payload extends object>(job: Job<Payload>, payload: Payload, options?: EnqueueOptions) => void;
  /** Something for whoever is connected to hear at once; what must not be lost is in the rows. */
  publish: Publish;
  /** Tells every node, once the transaction has committed. */
  notify: (topic: string, subject: string | number) => void;
  /** Deliveries were added there: they need not wait for somebody to look. */
  wake: (lane: Lane) => void;
}

/** The work of a write. */
export type Write = Work & Effects;

/** The work of a write in a widget, whoever asked for it. */
export type InWidget = Write & { widgetId: number };

interface WriteOptions {
  /** Whose events they are; what happens outside of a widget emits none. */
  tenant?: Tenant;
  /** Of the caller and the idempotency key. */
  key?: Buffer;
  /** The key was taken before, see `lease`. */
  isLeased?: boolean;
}

/** How work reaches the database: a read statement by statement, a write in one transaction with all its effects. */
export interface UnitOfWork {
  read: <T>(work: (work: Work) => Promise<T>) => Promise<T>;
  write: <T>(options: WriteOptions, work: (work: Write) => Promise<T>) => Promise<T>;
  /** Holds a key while something is done that is no transaction's; the write that ends it spends the key. */
  lease: <T>(key: Buffer | undefined, work: () => Promise<T>) => Promise<T>;
}

/** Work that is done later or again and again, by whichever node gets to it first. */
export interface Job<Payload extends object = object> {
  /** `module.verb` */
  name: string;
  /** How often it is tried before it is given up. */
  attempts: number;
  timeoutMs: number;
  /** When it runs by itself, as a line of crontab without the command; UTC. */
  every?: string;
  run: (work: JobWork, payload: Payload) => Promise<void>;
}

export interface JobWork extends Work {
  /** For what must commit before the job goes on, to the network say. */
  unitOfWork: UnitOfWork;
  mail: Mailer;
  storage: FileStore;
  outbound: Outbound;
  signal: AbortSignal;
}

/** The connection a request came over. */
interface Connection {
  address: string;
  /** What of the address is counted: whoever has one of IPv6 has very many. */
  network: string;
  userAgent: string;
  /** Two letters, where a proxy or a database of addresses says so. */
  country: () => string | null;
  /** What they showed to say who they are; empty when it was a cookie, or nothing. */
  bearer: string;
  setHeader: (name: string, value: string) => void;
  /** For a route that declares several. */
  setStatus: (status: number) => void;
}

/** A request of somebody who has not signed in. */
export interface PublicContext extends Write {
  caller: Connection;
  limits: Limits;
}

/** A request in a widget, whoever made it. */
export interface WidgetContext extends PublicContext {
  principal: { tenant: Tenant };
  widgetId: number;
  accountId: number;
  cursors: Cursors;
}

/** A request of somebody who works in a widget: the one thing most service functions take. */
export interface Context extends WidgetContext {
  principal: Principal;
}

/** A request from a page that the widget is on. */
export interface SiteContext extends WidgetContext {
  principal: SitePrincipal;
}

export interface VisitorContext extends WidgetContext {
  principal: VisitorPrincipal;
}

/** A request of the other side of a custom channel. */
export interface ChannelContext extends WidgetContext {
  principal: ChannelPrincipal;
}

/** A request of a person in the console. */
export interface SessionContext extends Context {
  principal: SessionPrincipal;
}

/** What a request has before its transaction is open: time for what may take long, and nothing to change rows with. */
export type Before<C extends PublicContext> = Omit<C, keyof Effects> & {
  /** For what must be committed before the rest is tried. */
  unitOfWork: UnitOfWork;
  storage: FileStore;
  outbound: Outbound;
  mail: Mailer;
};
