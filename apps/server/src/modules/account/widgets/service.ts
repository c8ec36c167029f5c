import { randomBytes } from 'node:crypto';
import type { dashboard, SettingValues } from '@parley/contract';
import type { Tenant } from '../../../kernel/auth/principal.ts';
import type { Read, SessionContext, Write } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import * as cms from '../cms/index.ts';
import { openIdentityKey } from './identity-key.ts';
import * as settingsStore from './settings/store.ts';
import * as store from './store.ts';

interface NewWidget {
  accountId: number;
  apiEnabled?: boolean;
  domain?: string;
  settings?: SettingValues;
}

export async function create(work: Write, { accountId, apiEnabled = false, domain, settings }: NewWidget) {
  const widget = await store.insert(work, {
    account_id: accountId,
    button_guid: randomBytes(16).toString('hex'),
    api_enabled: apiEnabled,
    domain,
    created_at: work.now.toString(),
  });
  if (settings) await settingsStore.insert(work, widget.id, settings);
  return widget;
}

export const { find, listOfAccount } = store;
export const exists = async (work: Read, id: number) => Boolean(await store.find(work, id));

type WidgetRef = Pick<Tenant, 'accountId' | 'widgetId'>;

/** Makes the served configuration of a widget, or of all widgets of its account, stale. */
export async function purge(work: Write, target: 'widget' | 'account', { accountId, widgetId }: WidgetRef) {
  if (target === 'account') return purgeAll(work, accountId);
  await store.raiseRevision(work, { accountId, widgetId });
  work.notify('widget', widgetId);
}

/** Serializes writes of a widget that must not overlap. */
export async function lock(work: Write, id: number) {
  await store.lockRevision(work, id);
}

export async function purgeAll(work: Write, accountId: number) {
  await store.raiseRevision(work, { accountId });
  work.notify('account', accountId);
}

type AccessChanges = Body<typeof dashboard.widgetAccess.update, 'api_enabled' | 'domain'>;

/** Every node drops its cached tokens of the widget at once. */
async function update(work: Write, id: number, changes: AccessChanges) {
  const widget = await store.update(work, id, changes);
  if (!widget) throw problem('not_found');
  work.notify('widget', id);
  return widget;
}

/** For the command line, where no route purges. */
export async function updateAndPurge(work: Write, id: number, changes: AccessChanges) {
  const { account_id: accountId } = await update(work, id, changes);
  await store.raiseRevision(work, { accountId, widgetId: id });
}

export async function getAccess(ctx: SessionContext<Read>) {
  const widget = await store.find(ctx, ctx.widgetId);
  if (!widget) throw problem('not_found');
  return describeAccess(ctx, widget);
}

export async function updateAccess(ctx: SessionContext, changes: AccessChanges) {
  return describeAccess(ctx, await update(ctx, ctx.widgetId, changes));
}

async function describeAccess(ctx: SessionContext<Read>, widget: Awaited<ReturnType<typeof store.insert>>) {
  const { id, button_guid, api_enabled, domain } = widget;
  const security_token = await cms.getSecurityToken(ctx, ctx.principal.tenant);
  return { id, button_guid, api_enabled, domain, security_token, identity_key: openIdentityKey(ctx, widget) };
}
