import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { createModels } from '../infra/ai/models.ts';
import type { Clock } from '../infra/clock.ts';
import { createExtractor } from '../infra/extraction/extractor.ts';
import { createFileStore } from '../infra/files/file-store.ts';
import { createMailer } from '../infra/mail/mailer.ts';
import { createOutbound } from '../infra/outbound/outbound.ts';
import { createMaintenance } from '../infra/postgres/maintenance.ts';
import { openNotices } from '../infra/postgres/notices.ts';
import { openRedis } from '../infra/redis/redis.ts';
import { createCommits } from '../kernel/data/commits.ts';
import { memoise } from '../kernel/data/memoise.ts';
import { createUnitOfWork } from '../kernel/data/unit-of-work.ts';
import type { Services } from '../kernel/module.ts';
import type { Platform } from '../platform.ts';
import { fileSettings } from './file-settings.ts';
import { mailReturnSettings, mailSettings } from './mail-settings.ts';
import { messengerSettings } from './messenger-settings.ts';
import { signCalls } from './sign-calls.ts';

export interface Parts {
  config: Config;
  log: FastifyBaseLogger;
  clock: Clock;
  publicUrl: () => string;
  platform: Pick<Platform, 'database' | 'connection' | 'vault'>;
}

/** Opens what all parts of the server share. */
export function openServices({ config, log, clock, publicUrl, platform: { database, connection, vault } }: Parts) {
  const closers: (() => Promise<void>)[] = [];
  const onClose = (close: () => Promise<void>) => void closers.push(close);
  const notices = openNotices(connection, log);
  onClose(notices.close);
  const redis = config.REDIS_URL ? openRedis(config.REDIS_URL, log) : undefined;
  if (redis) onClose(redis.close);
  const commits = createCommits();
  commits.on('notice', notices.dispatch);
  const outbound = createOutbound({ allow: config.OUTBOUND_ALLOW });
  onClose(async () => outbound.close());
  const metrics = new Registry();
  const extractor = createExtractor({ log, metrics });
  onClose(extractor.close);
  const mail = memoise(() => {
    const mailer = createMailer(mailSettings(config, publicUrl()));
    onClose(mailer.close);
    return mailer;
  });
  const services: Services = {
    unitOfWork: createUnitOfWork({
      database,
      clock,
      log,
      vault,
      publicUrl,
      hasMailServer: config.SMTP_URL !== undefined,
      commits,
      onGap: notices.onGap,
    }),
    maintain: createMaintenance(connection),
    notices,
    clock,
    log,
    vault,
    storage: createFileStore(fileSettings(config)),
    outbound,
    metrics,
    extractor,
    messengers: messengerSettings(config),
    mail,
    mailReturns: mailReturnSettings(config),
    models: createModels({
      outbound,
      vendorUrls: config.AI_VENDOR_URLS,
      log,
      sign: signCalls(clock),
      metrics,
      now: () => clock().epochMilliseconds,
    }),
    nodeId: randomBytes(12).toString('base64url'),
    onClose,
  };
  return {
    services,
    commits,
    redis,
    /** Several installations may share one Redis. */
    redisPrefix: memoise(() => `parley:${vault().derive('redis').toString('hex', 0, 8)}`),
    close: () => Promise.allSettled(closers.map((close) => close())),
  };
}

export type Shared = ReturnType<typeof openServices>;
