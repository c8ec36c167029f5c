import type { Config } from '../config.ts';
import { createLimits } from '../kernel/auth/limits.ts';
import type { Authenticator } from '../kernel/auth/principal.ts';
import { createContexts } from '../kernel/data/contexts.ts';
import { memoise } from '../kernel/data/memoise.ts';
import { combine } from '../kernel/module.ts';
import { modules } from '../modules.ts';
import type { Parts, Shared } from './services.ts';

/** Authentication and rate limits of requests and sockets. */
export function createGuards({ config, publicUrl }: Parts, { services, redis, redisPrefix }: Shared) {
  const token = { read: config.RATE_READS, write: config.RATE_WRITES };
  const limits = createLimits({ token, redis, prefix: redisPrefix });
  const authenticators = modules.map((module) => module.authenticator?.(services) ?? {});
  return {
    publicUrl,
    limits,
    authenticator: combine<Authenticator>(authenticators, ['token', 'session', 'site', 'visitor', 'channel']),
    contexts: createContexts({ limits, cursorKey: memoise(() => services.vault().derive('cursors')) }),
    isOwnOrigin: (origin: string) => ownOrigins(config, publicUrl()).includes(origin),
  };
}

export type Guards = ReturnType<typeof createGuards>;

/** Without a PUBLIC_URL the server runs for trial on one machine, which has several names. */
function ownOrigins({ PUBLIC_URL }: Config, publicUrl: string) {
  const { protocol, port } = new URL(publicUrl);
  const aliases = ['localhost', '127.0.0.1', '[::1]'].map((host) => new URL(`${protocol}//${host}:${port}`).origin);
  return PUBLIC_URL ? [publicUrl] : [publicUrl, ...aliases];
}
