import * as accounts from './accounts.ts';
import * as ai from './ai.ts';
import type { Command, StandaloneCommand } from './command.ts';
import * as demo from './demo.ts';
import * as jobs from './jobs.ts';
import * as keys from './keys.ts';
import * as messengers from './messengers.ts';
import { migrate } from './migrate.ts';
import * as tokens from './tokens.ts';
import * as webhooks from './webhooks.ts';

/** Every command, by its words. */
export const commands = new Map<string, Command | StandaloneCommand>([
  ['account create', accounts.create],
  ['account set', accounts.set],
  ['widget create', accounts.createWidget],
  ['widget set', accounts.setWidget],
  ['widget identity-key', accounts.renewIdentityKey],
  ['agent create', accounts.createAgent],
  ['user password', accounts.setPassword],
  ['user totp-off', accounts.removeTotp],
  ['token create', tokens.create],
  ['token revoke', tokens.revoke],
  ['demo seed', demo.seed],
  ['demo remove', demo.remove],
  ['webhook listen', webhooks.listen],
  ['messenger hook', messengers.showHook],
  ['ai import-persona', ai.importPersona],
  ['job run', jobs.run],
  ['key rotate', keys.rotate],
  ['migrate', migrate],
]);
