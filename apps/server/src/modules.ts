import { maintainPartitions } from './kernel/events.ts';
import { sweepKeys } from './kernel/idempotency.ts';
import { indexJobs } from './kernel/jobs.ts';
import * as accounts from './modules/accounts/index.ts';
import * as contacts from './modules/contacts/index.ts';
import * as quickPhrases from './modules/quick-phrases/index.ts';
import * as root from './modules/root/index.ts';
import * as sessions from './modules/sessions/index.ts';
import * as tokens from './modules/tokens/index.ts';
import * as widgets from './modules/widgets/index.ts';

/** Every route that is served. */
export const routes = [root, accounts, contacts, quickPhrases, sessions, tokens, widgets].flatMap(
  (module) => module.routes,
);

/** Every job that can be run. */
export const jobs = indexJobs([sweepKeys, maintainPartitions, sessions.sendReset, sessions.sweepSessions]);
