import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeError } from '../../../infra/log.ts';
import type { Limits } from '../../../kernel/auth/limits.ts';
import type { Tenant } from '../../../kernel/auth/principal.ts';
import { createCache } from '../../../kernel/data/cache.ts';
import type { Services } from '../../../kernel/module.ts';
import { problem } from '../../../kernel/problems.ts';
import {
  type Connection,
  findByAccounts,
  findByHookKey,
  isSameApp,
  metricsOf,
  receiverOf,
} from '../connections/index.ts';
import { type Driver, driverOf, type HookRequest, type Receiver, type VendorEvent } from '../drivers/index.ts';
import { accept } from './accept.ts';

const MAX_BYTES = 2 ** 20;

interface KnownHook {
  connection: Connection;
  receiver: Receiver;
  tenant: Tenant;
}

/** Takes updates of vendors: they are answered once they are committed. */
export function serveHooks(http: FastifyInstance, services: Services & { limits: Limits }) {
  const { unitOfWork, notices, vault, limits, log } = services;
  const find = createCache<KnownHook>({
    notices,
    topics: ['messenger', 'widget'],
    subjects: ({ connection }) => [`messenger:${connection.id}`, `widget:${connection.widget_id}`],
    load: (hash) =>
      unitOfWork.read(async (work) => {
        const found = await findByHookKey(work, Buffer.from(hash, 'base64'));
        return found && { ...found, receiver: receiverOf(work.vault, work.publicUrl, found.connection) };
      }),
  });

  async function findHook({ provider, key }: { provider: string; key: string }, address: string) {
    await limits.refuseTooManyRefusals(address);
    const hash = vault().hash(key, { table: 'messenger_connections', column: 'hook_key' });
    const hook = await find(hash.toString('base64'));
    if (hook?.connection.provider === provider) return hook;
    limits.countRefusal(address);
    throw problem('not_found');
  }

  /** The connections of the same app that an update is about, besides the one whose hook it came to. */
  async function findSiblings(driver: Driver, received: HookRequest, { connection, receiver }: KnownHook) {
    const others = driver.accountsIn?.(received).filter((id) => id !== receiver.account?.id) ?? [];
    if (!others.length || receiver.appSecret === null) return [];
    const found = await unitOfWork.read(async (work) =>
      (await findByAccounts(work, connection.provider, others)).map((each) => ({
        ...each,
        receiver: receiverOf(work.vault, work.publicUrl, each.connection),
      })),
    );
    return found.filter((each) => isSameApp(each.receiver, receiver));
  }

  /** Returns once all events are committed. */
  async function acceptAll({ connection, tenant }: Pick<KnownHook, 'connection' | 'tenant'>, events: VendorEvent[]) {
    for (const event of connection.status === 'enabled' ? events : []) {
      await accept({ services, connection, tenant }, event).catch((error) => {
        log.warn(
          { reason: describeError(error).message, provider: connection.provider },
          'an update could not be stored',
        );
        throw error;
      });
    }
  }

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    const hook = await findHook(request.params as { provider: string; key: string }, request.ip);
    const { connection, receiver } = hook;
    const driver = driverOf(connection);
    const received = toHookRequest(request);
    if (!driver.authenticate(received, receiver)) {
      limits.countRefusal(request.ip);
      metricsOf(services.metrics).countUpdate(connection.provider, 'refused');
      throw problem('token_invalid', 'The signature or secret of the update is wrong.');
    }
    const reading = driver.read(received, receiver);
    if (reading === 'malformed') throw problem('malformed_request');
    await acceptAll(hook, reading.events);
    for (const sibling of await findSiblings(driver, received, hook)) {
      const theirs = driver.read(received, sibling.receiver);
      if (theirs !== 'malformed') await acceptAll(sibling, theirs.events);
    }
    const { type, body } = reading.answer ?? { type: 'application/json', body: '{}' };
    return reply.type(type).header('cache-control', 'no-store').send(body);
  }

  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Signatures are over the bytes.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    // Apple adds the name of what it sends.
    for (const url of ['/messenger-hooks/:provider/:key', '/messenger-hooks/:provider/:key/message']) {
      scope.route({ method: ['GET', 'POST'], url, bodyLimit: MAX_BYTES, handler: handle });
    }
  });
}

function toHookRequest({ method, url, headers, body }: FastifyRequest): HookRequest {
  const single = Object.entries(headers).map(([name, value]) => [name, [value].flat()[0]]);
  return {
    method: method === 'GET' ? 'GET' : 'POST',
    query: new URLSearchParams(url.split('?')[1]),
    headers: Object.fromEntries(single),
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  };
}
