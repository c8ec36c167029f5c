import type { api, SettingValues } from '@parley/contract';
import type { Context, Read, Write } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as agents from '../agents/index.ts';
import * as cms from '../cms/index.ts';
import * as users from '../users/index.ts';
import * as widgets from '../widgets/index.ts';
import * as store from './store.ts';

interface NewWidget {
  apiEnabled?: boolean;
  name?: string;
  copyFrom?: number;
  domains?: string[];
  settings?: SettingValues;
}

interface NewAccount extends NewWidget {
  email: string;
  name: string;
  passwordHash?: string;
}

export const { isEmpty, findWithOwner: find } = store;

/** The account's time zone, in which people read their figures. */
export const getTimeZone = store.findTimeZone;

/** Creates the owner, a first widget, and the owner's agent in it. */
export async function create(work: Write, { email, name, passwordHash, ...widget }: NewAccount) {
  const owner = await users.create(work, { email, name, passwordHash });
  const { id: accountId } = await store.insert(work, owner.id);
  await cms.rotateKey(work, accountId);
  return { accountId, ...(await createWidget(work, accountId, widget)) };
}

/** The owner becomes an agent of it. */
export async function createWidget(work: Write, accountId: number, options: NewWidget) {
  const account = await getAccount(work, accountId);
  const widget = await widgets.create(work, { accountId, ...options });
  const agent = await agents.create(work, {
    accountId,
    widgetId: widget.id,
    userId: account.owner_id,
    role: 'owner',
  });
  return { widgetId: widget.id, buttonGuid: widget.button_guid, agentId: agent.id };
}

interface NewAgent {
  email: string;
  name: string;
  passwordHash?: string;
  role: 'operator' | 'admin';
}

/** Creates the user unless the e-mail is known. */
export async function addAgent(work: Write, widgetId: number, { role, ...person }: NewAgent) {
  const widget = await widgets.find(work, widgetId);
  if (!widget) throw problem('not_found');
  const user = (await users.findByEmail(work, person.email)) ?? (await users.create(work, person));
  if (await agents.findOfUser({ ...work, widgetId }, user.id))
    throw invalid({ email: 'is already an agent of this widget' });
  return agents.create(work, { accountId: widget.account_id, widgetId, userId: user.id, role });
}

export async function update(work: Write, id: number, changes: store.Settings) {
  if (!(await store.update(work, id, changes))) throw problem('not_found');
  // Office hours are in the account's time zone.
  await widgets.purgeAll(work, id);
}

export const getProfile = async (ctx: Context<Read>) => toProfile(await getAccount(ctx, ctx.accountId));

/** The widget's header shows the owner's name, so a change makes the served configuration stale. */
export async function updateProfile(
  ctx: Context,
  {
    name,
    surname,
    phone,
    ...settings
  }: Body<typeof api.account.update, 'name' | 'surname' | 'phone' | 'timezone' | 'locale' | 'chats_keep_days'>,
) {
  const { owner_id } = await getAccount(ctx, ctx.accountId);
  await users.updateProfile(ctx, owner_id, { name, surname, phone });
  if (Object.keys(settings).length) await store.update(ctx, ctx.accountId, settings);
  return getProfile(ctx);
}

async function getAccount(work: Read, id: number) {
  const account = await store.findWithOwner(work, id);
  if (!account) throw problem('not_found');
  return account;
}

function toProfile({ owner_id: _, ...profile }: Awaited<ReturnType<typeof getAccount>>) {
  return { ...profile, legal_entities: [] };
}
