import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Models } from '../infra/ai/models.ts';
import type { Clock } from '../infra/clock.ts';
import type { Extractor } from '../infra/extraction/extractor.ts';
import type { FileStore } from '../infra/files/file-store.ts';
import type { Log } from '../infra/log.ts';
import type { Mailer } from '../infra/mail/mailer.ts';
import type { ReceiverSettings } from '../infra/mail/receiver.ts';
import type { MessengerSettings } from '../infra/messenger-settings.ts';
import type { Outbound } from '../infra/outbound/outbound.ts';
import type { Maintain } from '../infra/postgres/maintenance.ts';
import type { Notices } from '../infra/postgres/notices.ts';
import type { Vault } from '../infra/secrets/vault.ts';
import type { Limits } from './auth/limits.ts';
import type { Authenticator, SessionPrincipal, Tenant } from './auth/principal.ts';
import type { HandedItem } from './data/commits.ts';
import type { Job, UnitOfWork, WidgetContext, Write } from './data/context.ts';
import type { Lane } from './data/tables.ts';
import type { Couriers } from './deliveries/courier.ts';
import type { EventNumbers } from './events/numbering.ts';
import type { BoundRoute } from './http/bind.ts';
import type { BoundCall } from './live/calls.ts';
import type { ConnectedAgent } from './live/live.ts';

/** What modules get from the process. */
export interface Services {
  unitOfWork: UnitOfWork;
  maintain: Maintain;
  notices: Notices;
  clock: Clock;
  log: Log;
  /** Available once the master key is known. */
  vault: () => Vault;
  storage: FileStore;
  outbound: Outbound;
  models: Models;
  extractor: Extractor;
  messengers: MessengerSettings;
  /** Available once the public URL is known. */
  mail: () => Mailer;
  /** Where bounces and complaints are received; undefined when they are not. */
  mailReturns: ReceiverSettings | undefined;
  /** Served by `/metrics`. */
  metrics: Registry;
  /** Identifies this process among the nodes on the database. */
  nodeId: string;
  onClose: (close: () => Promise<void>) => void;
}

/** Tells the other nodes that this one is alive, and knows whether there are others. */
export interface Heartbeat {
  isAlone: () => boolean;
  start: () => Promise<void>;
  /** Beats once, now. */
  beat: () => Promise<void>;
  close: () => Promise<void>;
}

interface HeartbeatOptions extends Services {
  /** Agents connected to this node. */
  agents: () => ConnectedAgent[];
  onBeat: ((work: Write) => Promise<void>)[];
}

export interface BackgroundServices extends Services {
  /** Whether requests wait for a database connection. */
  isCrowded: () => boolean;
  /** Calls the listeners after commits that woke lanes, or handed leased items to this node. */
  onWake: (listeners: { woken: (lanes: Lane[]) => void; handed: (items: HandedItem[]) => void }) => void;
}

/** Everything a module adds to the server; `app.ts` knows modules by this alone. */
export interface Module {
  routes?: BoundRoute[];
  /** Calls over sockets. */
  calls?: { visitor?: BoundCall[]; agent?: BoundCall[] };
  jobs?: Job<never>[];
  /** Starts work that can't wait for a job; it runs until the server closes. The server is ready once all have started. */
  background?: (services: BackgroundServices) => Promise<void> | void;
  /** How deliveries of a kind are sent. */
  couriers?: (services: Services & { numbersOf: EventNumbers }) => Partial<Couriers>;
  /** How callers of a kind are authenticated. */
  authenticator?: (services: Services) => Partial<Authenticator>;
  /** Serves what is not in the contract, such as downloads. */
  serve?: (http: FastifyInstance, services: Services & { limits: Limits }) => void;
  /** Runs when an agent's socket connects or disconnects. */
  connections?: (services: Services) => Record<'onConnect' | 'onDisconnect', OnConnection>;
  /** Runs with each heartbeat of the node. */
  onBeat?: (work: Write) => Promise<void>;
  heartbeat?: (options: HeartbeatOptions) => Heartbeat;
  /** Invalidates the served configuration of a widget, or of all widgets of its account. */
  purge?: (work: Write, target: 'widget' | 'account', tenant: Tenant) => Promise<void>;
}

type OnConnection = (ctx: WidgetContext<Write, SessionPrincipal>, socketId: string) => Promise<void>;

export const defineModule = (module: Module) => module;

/** The part that exactly one module provides. */
export function provided<Part extends 'connections' | 'heartbeat' | 'purge'>(modules: Module[], part: Part) {
  const [found, ...others] = modules.map((module) => module[part]).filter((each) => each !== undefined);
  if (!found || others.length) throw new Error(`${part} must be provided by exactly one module`);
  return found;
}

/** Merges members that modules provide; each must come from exactly one of them. */
export function combine<Combined extends object>(parts: Partial<Combined>[], names: (keyof Combined)[]): Combined {
  const combined: Partial<Combined> = Object.assign({}, ...parts);
  const count = parts.reduce((sum, part) => sum + Object.keys(part).length, 0);
  if (!isComplete(combined, names) || count !== names.length) {
    throw new Error(`${names.join(', ')} must each be provided by exactly one module`);
  }
  return combined;
}

function isComplete<Combined extends object>(part: Partial<Combined>, names: (keyof Combined)[]): part is Combined {
  return names.every((name) => name in part);
}
