import { randomBytes } from 'node:crypto';
import type { dashboard, SettingValues } from '@parley/contract';
import type { Tenant } from '../../../kernel/auth/principal.ts';
import type { Read, SessionContext, Write } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as cms from '../cms/index.ts';
import * as settingsStore from './settings/store.ts';
import * as store from './store.ts';

interface NewWidget {
  accountId: number;
  apiEnabled?: boolean;
  name?: string;
  domains?: string[];
  settings?: SettingValues;
  /** Takes over the settings of this widget of the account. */
  copyFrom?: number;
}

export async function create(work: Write, { accountId, apiEnabled = false, name, domains, ...given }: NewWidget) {
  const { copyFrom } = given;
  const settings =
    copyFrom === undefined
      ? given.settings && { values: given.settings }
      : await copySettings(work, accountId, copyFrom);
  const widget = await store.insert(work, {
    account_id: accountId,
    button_guid: randomBytes(16).toString('hex'),
    api_enabled: apiEnabled,
    name,
    domains,
    created_at: work.now.toString(),
  });
  if (settings) await settingsStore.insert(work, widget.id, settings);
  return widget;
}

/** An uploaded icon belongs to its widget. Undefined if the account has no such widget. */
export async function findSettingsToCopy(work: Read, accountId: number, widgetId: number) {
  const widget = await store.find(work, widgetId);
  if (widget?.account_id !== accountId) return undefined;
  const settings = await settingsStore.find(work, widgetId);
  if (!settings) return undefined;
  const { values, quick_phrases } = settings;
  const { icon_preset, ...others } = values;
  return { values: icon_preset?.startsWith('custom:') ? others : values, quick_phrases };
}

async function copySettings(work: Read, accountId: number, widgetId: number) {
  const found = await findSettingsToCopy(work, accountId, widgetId);
  if (!found) throw invalid({ copy_from: 'is not a widget of this account' });
  return found;
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

type AccessChanges = Body<typeof dashboard.widgetAccess.update, 'api_enabled' | 'domains' | 'name'>;

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
  const { id, button_guid, name, api_enabled, domains, identity_key } = widget;
  const security_token = await cms.getSecurityToken(ctx, ctx.principal.tenant);
  const domain = domains[0] ?? null;
  return {
    id,
    button_guid,
    name,
    api_enabled,
    domain,
    domains,
    security_token,
    has_identity_key: identity_key !== null,
    has_mail_server: ctx.hasMailServer,
  };
}
