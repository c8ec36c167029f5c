import { sweepDeliveries } from './kernel/deliveries/sweep.ts';
import { maintainPartitions } from './kernel/event-partitions.ts';
import { sweepKeys } from './kernel/idempotency.ts';
import { indexJobs } from './kernel/jobs.ts';
import * as accounts from './modules/accounts/index.ts';
import * as channels from './modules/channels/index.ts';
import * as chats from './modules/chats/index.ts';
import * as compat from './modules/compat/index.ts';
import * as contacts from './modules/contacts/index.ts';
import * as departments from './modules/departments/index.ts';
import * as files from './modules/files/index.ts';
import * as invitations from './modules/invitations/index.ts';
import * as messages from './modules/messages/index.ts';
import * as notifications from './modules/notifications/index.ts';
import * as ownership from './modules/ownership/index.ts';
import * as profiles from './modules/profiles/index.ts';
import * as quickPhrases from './modules/quick-phrases/index.ts';
import * as ratings from './modules/ratings/index.ts';
import * as root from './modules/root/index.ts';
import * as sessions from './modules/sessions/index.ts';
import * as staff from './modules/staff/index.ts';
import * as statistics from './modules/statistics/index.ts';
import * as tokens from './modules/tokens/index.ts';
import * as visitors from './modules/visitors/index.ts';
import * as webhooks from './modules/webhooks/index.ts';
import * as widgets from './modules/widgets/index.ts';

/** Every route that is served. */
export const routes = [
  root,
  accounts,
  staff,
  invitations,
  departments,
  chats,
  ownership,
  messages,
  contacts,
  files,
  ratings,
  quickPhrases,
  statistics,
  webhooks,
  channels,
  compat,
  sessions,
  profiles,
  tokens,
  notifications,
  widgets,
  visitors,
].flatMap((module) => module.routes);

/** Every job that can be run. */
export const jobs = indexJobs([
  sweepKeys,
  maintainPartitions,
  sweepDeliveries,
  sessions.sendReset,
  sessions.sweepSessions,
  invitations.sweepInvitations,
  chats.sweepChats,
  chats.wakeChats,
  departments.openDepartments,
  files.sweepFiles,
  visitors.sweepVisitors,
  visitors.sendTranscript,
  visitors.mailUnseen,
  visitors.sendUnseen,
  notifications.push,
  notifications.sendPush,
  notifications.alert,
  notifications.sendAlert,
  statistics.addUp,
]);
