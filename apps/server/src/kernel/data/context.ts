import type { EventData, EventDeclaration } from '@parley/contract';
import type { Models } from '../../infra/ai/models.ts';
import type { Extractor } from '../../infra/extraction/extractor.ts';
import type { FileStore } from '../../infra/files/file-store.ts';
import type { Log } from '../../infra/log.ts';
import type { Mailer } from '../../infra/mail/mailer.ts';
import type { MessengerSettings } from '../../infra/messenger-settings.ts';
import type { Outbound } from '../../infra/outbound/outbound.ts';
import type { Db } from '../../infra/postgres/database.ts';
import type { Pipeline, RunSql } from '../../infra/postgres/run-sql.ts';
import type { Vault } from '../../infra/secrets/vault.ts';
import type { Limits } from '../auth/limits.ts';
import type {
  AnyPrincipal,
  ChannelPrincipal,
  Principal,
  SessionPrincipal,
  SitePrincipal,
  SystemPrincipal,
  Tenant,
  VisitorPrincipal,
} from '../auth/principal.ts';
import type { AuditDetails } from './audit.ts';
import type { WriteMemory } from './memory.ts';
import type { Cursors } from './pages.ts';
import type { Publish } from './publications.ts';
import type { Lane } from './tables.ts';

/** Drizzle's queries, without what changes rows. */
type ReadDb = Pick<Db, 'select' | 'selectDistinct' | 'selectDistinctOn' | '$with' | '$count' | 'execute'>;

/** Reads from the database. The connection refuses statements that change rows. */
export interface Read {
  db: ReadDb;
  sql: RunSql;
  /** The time of this request; timestamps in rows are taken from it. */
  now: Temporal.Instant;
  log: Log;
  vault: Vault;
  /** The server's address for people. Links are built from it, never from a header. */
  publicUrl: string;
  /** Whether mails are sent, rather than saved as files: only then may a text promise one. */
  hasMailServer: boolean;
}

export interface EnqueueOptions {
  /** The earliest time to run. */
  at?: Temporal.Instant;
}

/** The effects of a write: they commit with its rows, or not at all. */
interface Effects {
  db: Db;
  /**
   * Changes rows without waiting for the result. Statements after it see the change; if it fails, the transaction is
   * rolled back.
   */
  run: Pipeline;
  /** Emits an event in the caller's widget, or in the given one. */
  emit: <E extends EventDeclaration>(event: E, data: Omit<EventData<E>, 'at' | 'button_guid'>, tenant?: Tenant) => void;
  /** Adds a job, which any node may run. */
  enqueue: <Payload extends object>(job: DeclaredJob<Payload>, payload: Payload, options?: EnqueueOptions) => void;
  /** Sends to connected clients after the commit. Not durable: what must not be lost is in the rows. */
  publish: Publish;
  /**
   * Notifies every node after the commit, or only this one: PostgreSQL commits writes that notify one after the other, so
   * what happens all the time should not.
   */
  notify: (topic: string, subject: string | number, options?: { isLocal?: boolean }) => void;
  /**
   * Adds an entry to the audit log. A route that declares `audit` has one already: what is passed here completes it, or
   * with several calls makes several of it.
   */
  audit: (details: AuditDetails) => void;
  /**
   * Starts what is due in this lane right after the commit, rather than with the next poll. With an item it starts that one,
   * which the write has leased to this node.
   */
  wake: (lane: Lane, leased?: () => object) => void;
  /**
   * Whether this attempt may assume the usual case and have its statements check that. If a check fails, the write runs a
   * second time, and may not.
   */
  assume: () => boolean;
  memory: WriteMemory;
}

/** A write: one transaction, with its effects. */
export type Write = Read & Effects;

/** Work in one widget: a write, or a read with `InWidget<Read>`. */
export type InWidget<Work extends Read = Write> = Work & { widgetId: number };

/** Background work in a widget. */
export const asSystem = <Work extends Read>(work: Work, tenant: Tenant): WidgetWork<Work, SystemPrincipal> => ({
  ...work,
  principal: { kind: 'system', tenant },
  widgetId: tenant.widgetId,
  accountId: tenant.accountId,
});

export interface WriteOptions {
  /** The tenant of the events; without one, the write can't emit any. */
  tenant?: Tenant;
  /** Hash of the caller and the idempotency key. */
  key?: Buffer;
  /** The key is held by `lease`. */
  isLeased?: boolean;
}

/** Access to the database. */
export interface UnitOfWork {
  /** Reads, each statement on any connection. */
  read: <T>(work: (work: Read) => Promise<T>) => Promise<T>;
  /** Writes in one transaction, with all effects. */
  write: <T>(options: WriteOptions, work: (work: Write) => Promise<T>) => Promise<T>;
  /** Runs one statement in a transaction of its own: for leases, heartbeats and partitions, which have no effects. */
  autocommit: RunSql;
  /** Holds a key during work outside a transaction; the write at its end spends the key. */
  lease: <T>(key: Buffer | undefined, work: () => Promise<T>) => Promise<T>;
}

/** The name of a job and its payload, for modules that enqueue it but must not import the module that runs it. */
export interface DeclaredJob<Payload extends object = object> {
  /** `module.verb` */
  name: string;
  attempts: number;
  /** The module that runs the job has it. */
  run?: (ctx: never, payload: Payload) => Promise<void>;
}

/** Background work, run once by whichever node takes it. */
export interface Job<Payload extends object = object> extends DeclaredJob<Payload> {
  timeoutMs: number;
  /** Schedule of a recurring job: a crontab line without the command, in UTC. */
  every?: string;
  run: (ctx: JobContext, payload: Payload) => Promise<void>;
}

/** What work outside a transaction can reach. */
interface Outside {
  /** For what must be committed before the work goes on, to the network for example. */
  unitOfWork: UnitOfWork;
  storage: FileStore;
  outbound: Outbound;
  mail: Mailer;
  messengers: MessengerSettings;
}

export type JobContext = Read & Outside & { signal: AbortSignal };

/** The client a request came from. */
export interface Caller {
  address: string;
  /** Rate-limit key: the address, or the /64 for IPv6, since one host owns the prefix. */
  network: string;
  userAgent: string;
  /** ISO 3166 code from a proxy's header or the GeoIP file. */
  country: () => string | null;
  /** The bearer token; empty without one. */
  bearer: string;
}

/** Sets what a handler may change about its response. */
interface Response {
  setHeader: (name: string, value: string) => void;
  /** For a route that declares several statuses. */
  setStatus: (status: number) => void;
}

/** Only a handler of a route has a response to set headers on; a call over a socket has none. */
export interface OverHttp {
  response: Response;
}

/** A request of a client that has not signed in. Contexts are of a write, or of a read: `PublicContext<Read>`. */
export type PublicContext<Work extends Read = Write> = Work & { caller: Caller; limits: Limits };

/** Work in a widget on behalf of a caller, or of the server itself. */
export type WidgetWork<Work extends Read = Write, P extends AnyPrincipal = AnyPrincipal> = Work & {
  principal: P;
  widgetId: number;
  accountId: number;
};

/** A request in a widget. */
export type WidgetContext<Work extends Read = Write, P extends AnyPrincipal = AnyPrincipal> = PublicContext<Work> &
  WidgetWork<Work, P> & { cursors: Cursors };

/** A request of an agent or a token: the one thing most service functions take. */
export type Context<Work extends Read = Write> = WidgetContext<Work, Principal>;

/** A request from a page that has the widget. */
export type SiteContext<Work extends Read = Write> = WidgetContext<Work, SitePrincipal>;

export type VisitorContext<Work extends Read = Write> = WidgetContext<Work, VisitorPrincipal>;

/** A request of the external side of a custom channel. */
export type ChannelContext<Work extends Read = Write> = WidgetContext<Work, ChannelPrincipal>;

/** A request of a person in the console. */
export type SessionContext<Work extends Read = Write> = WidgetContext<Work, SessionPrincipal>;

/** A request before its transaction opens: for slow work and the network. `Before<Context<Read>>` */
export type Before<C extends PublicContext<Read>> = C & Outside & { models: Models; extractor: Extractor };
