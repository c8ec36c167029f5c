import type { Mail } from '../../../../infra/mail/mailer.ts';
import type { InWidget, WidgetWork } from '../../../../kernel/data/context.ts';
import { createBounceAddresses } from '../../../people/mail-returns/index.ts';
import * as recipients from '../../../people/recipients/index.ts';
import { createLinks, type Language } from '../../../people/subscriptions/index.ts';
import { ensureHashing } from '../../../people/suppressions/index.ts';
import type { Claimed, HandedOver } from '../../sends/index.ts';
import { createClickLinks } from './click-links.ts';
import { createContents } from './content.ts';
import { type ClaimedMail, type RunningSend, settleOutcomes } from './outcomes.ts';
import { settingsOf } from './settings.ts';
import * as store from './store.ts';

/**
 * Marks claimed recipients as handed over, unless there is a reason against it by now, and sends their e-mails after the
 * commit.
 */
export async function handOver(ctx: WidgetWork, running: RunningSend, claimed: Claimed[]): Promise<HandedOver> {
  const { send } = running;
  const { pads } = await ensureHashing(ctx);
  const target = { settings: settingsOf(send), pads };
  const ids = claimed.map(({ contact_id }) => contact_id);
  const found = new Map((await store.listReached(ctx, target, send.id, ids)).map((row) => [row.contact_id, row]));
  const write = await createMails(ctx, running);
  const taken = new Set<string>();
  const mails: (ClaimedMail & { hash: Buffer | null })[] = [];
  const skipped: { id: number; reason: string }[] = [];
  for (const { id, contact_id, attempts } of claimed) {
    const contact = found.get(contact_id);
    const address = contact?.hash?.toString('hex') ?? '';
    const reason = contact ? (contact.reason ?? (taken.has(address) ? 'duplicate_address' : null)) : 'erased';
    if (reason !== null || !contact) skipped.push({ id, reason: reason ?? 'erased' });
    else {
      taken.add(address);
      mails.push({ id, attempt: attempts + 1, hash: contact.hash, mail: write(id, contact) });
    }
  }
  if (skipped.length) {
    const settled = skipped.map((row) => ({ ...row, state: 'skipped' as const, chatId: null, messageId: null }));
    recipients.settleClaims(ctx, send.id, settled);
  }
  if (!mails.length) return { outcomes: skipped.map(() => 'skipped') };
  store.markHanded(ctx, send.id, mails);
  const { tenant } = ctx.principal;
  return {
    outcomes: [...skipped.map(() => 'skipped' as const), ...mails.map(() => 'handed' as const)],
    deliver: () => settleOutcomes({ ...running, tenant }, mails),
  };
}

export const languageOf = (locale: string): Language => (/^ru(?![a-z])/i.test(locale) ? 'ru' : 'en');

/** Writes e-mails with the headers of a mailing list. */
async function createMails(ctx: InWidget, { send, services }: RunningSend) {
  const settings = settingsOf(send);
  const domain = services.mailReturns?.domain;
  const [contentFor, linkFor, clicksFor, returnTo] = await Promise.all([
    createContents(ctx, settings),
    createLinks(ctx, 'unsubscribe'),
    settings.track_clicks ? createClickLinks(ctx, send.id) : undefined,
    domain === undefined ? undefined : createBounceAddresses(ctx, domain),
  ]);
  const listId = `<${ctx.widgetId}.${new URL(ctx.publicUrl).hostname}>`;
  return (recipientId: number, contact: store.Reached): Mail => {
    const language = languageOf(contact.locale);
    const email = contact.email?.trim() ?? '';
    const unsubscribeUrl = linkFor({ contact: contact.contact_id, email, language, campaignId: send.id });
    const track = clicksFor?.(recipientId);
    const content = contentFor(contact, { language, unsubscribeUrl, ...(track && { track }) });
    return {
      ...{ to: email, id: `campaign-${send.id}-${recipientId}`, widgetId: ctx.widgetId },
      ...{ subject: content.subject, text: content.text },
      ...(content.html !== undefined && { html: content.html }),
      ...(returnTo && { envelopeFrom: returnTo({ sendId: send.id, recipientId }) }),
      ...(settings.from_name !== undefined && { fromName: settings.from_name }),
      ...(settings.reply_to !== undefined && { replyTo: settings.reply_to }),
      headers: {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'List-Id': listId,
      },
    };
  };
}
