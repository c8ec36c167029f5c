import type { EmailSettings } from '@parley/contract';
import type { Before, Context, InWidget, Read } from '../../../../kernel/data/context.ts';
import * as accounts from '../../../account/accounts/index.ts';
import * as agents from '../../../account/agents/index.ts';
import { trySending } from '../../../account/mail/index.ts';
import { getPreviewed } from '../../audience/index.ts';
import { checkMembers } from '../members.ts';
import { createContents } from './content.ts';
import { count, writeSamples } from './preview.ts';
import { checkComplete, checkSettings } from './settings.ts';

interface TestMail {
  settings: EmailSettings;
  contact_id?: string;
}

/** Sends what a contact would get to the caller, or to the account's address. */
export async function sendTest(ctx: Before<Context<Read>>, { settings, contact_id: guid }: TestMail) {
  checkMembers('email', settings);
  checkSettings({ settings });
  checkComplete({ settings });
  const to = await ownAddress(ctx);
  const contactIds =
    guid === undefined ? (await count(ctx, settings)).first.slice(0, 1) : [(await getPreviewed(ctx, guid)).number];
  const [sample] = await writeSamples(ctx, settings, contactIds);
  const { subject, text, html } = sample ?? (await writeForNobody(ctx, settings));
  const letter = {
    ...{ to, subject, text, widgetId: ctx.widgetId },
    ...(html && { html }),
    ...(settings.from_name !== undefined && { fromName: settings.from_name }),
    ...(settings.reply_to !== undefined && { replyTo: settings.reply_to }),
  };
  const result = await trySending(ctx, letter);
  return async () => ({ to, ...result });
}

/** While there are no contacts. */
async function writeForNobody(ctx: InWidget<Read>, settings: EmailSettings) {
  const contentFor = await createContents(ctx, settings);
  const nobody = { name: null, email: null, phone: null, attributes: {} };
  return contentFor(nobody, { language: 'en', unsubscribeUrl: '#' });
}

async function ownAddress(ctx: Context<Read>) {
  const own = ctx.principal.kind === 'session' ? (await agents.get(ctx, ctx.principal.agentId)).email : null;
  return own ?? (await accounts.getProfile(ctx)).email;
}
