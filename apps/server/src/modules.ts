import { indexJobs } from './kernel/jobs.ts';
import { manifest as kernel } from './kernel/manifest.ts';
import { manifest as accounts } from './modules/accounts/manifest.ts';
import { manifest as channels } from './modules/channels/manifest.ts';
import { manifest as chats } from './modules/chats/manifest.ts';
import { manifest as compat } from './modules/compat/manifest.ts';
import { manifest as contacts } from './modules/contacts/manifest.ts';
import { manifest as departments } from './modules/departments/manifest.ts';
import { manifest as files } from './modules/files/manifest.ts';
import { manifest as inbox } from './modules/inbox/manifest.ts';
import { manifest as invitations } from './modules/invitations/manifest.ts';
import { manifest as messages } from './modules/messages/manifest.ts';
import { manifest as notifications } from './modules/notifications/manifest.ts';
import { manifest as ownership } from './modules/ownership/manifest.ts';
import { manifest as presence } from './modules/presence/manifest.ts';
import { manifest as profiles } from './modules/profiles/manifest.ts';
import { manifest as quickPhrases } from './modules/quick-phrases/manifest.ts';
import { manifest as ratings } from './modules/ratings/manifest.ts';
import { manifest as root } from './modules/root/manifest.ts';
import { manifest as sessions } from './modules/sessions/manifest.ts';
import { manifest as staff } from './modules/staff/manifest.ts';
import { manifest as statistics } from './modules/statistics/manifest.ts';
import { manifest as tokens } from './modules/tokens/manifest.ts';
import { manifest as visitors } from './modules/visitors/manifest.ts';
import { manifest as webhooks } from './modules/webhooks/manifest.ts';
import { manifest as widgets } from './modules/widgets/manifest.ts';

/** Every module of the server. */
export const modules = [
  kernel,
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
  inbox,
  presence,
];

export const routes = modules.flatMap((module) => module.routes ?? []);

export const jobs = indexJobs(modules.flatMap((module) => module.jobs ?? []));
