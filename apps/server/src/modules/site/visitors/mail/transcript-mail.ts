import type { site } from '@parley/contract';
import { refuseOver } from '../../../../kernel/auth/limits.ts';
import type { Read, VisitorContext } from '../../../../kernel/data/context.ts';
import type { Body } from '../../../../kernel/http/inputs.ts';
import { isAllowedHost } from '../../../../kernel/http/sites.ts';
import { defineJob } from '../../../../kernel/jobs/jobs.ts';
import { problem } from '../../../../kernel/problems.ts';
import * as widgets from '../../../account/widgets/index.ts';
import * as messages from '../../../conversations/messages/index.ts';
import { findChat } from '../open-chat.ts';
import { textsFor } from './mail-texts.ts';
import { findVisitor, type MailRecipient } from './store.ts';

const HOUR = 3_600;
const DAY = 86_400;
const MAILS_OF_VISITOR = 3;
const MAILS_OF_NETWORK = 10;
const MAILS_OF_WIDGET = 200;
/** Accepted by any mail server. */
export const MAX_BYTES = 2 ** 20;

/** The address is unverified and its owner may not have asked, hence the caps per browser, network and widget. */
export async function mailTranscript(
  ctx: VisitorContext,
  { email }: Body<typeof site.visitor.mailTranscript, 'email'>,
) {
  const { principal, limits, caller, widgetId } = ctx;
  const { transcript_mail_enabled: isOn } = await widgets.readSettings(ctx, widgetId);
  if (!isOn) throw problem('transcript_disabled');
  const chat = await findChat(ctx, principal.contactId);
  if (!chat?.last_seq) throw problem('not_found', 'The chat has no messages yet.');
  refuseOver(await limits.counter('transcripts of a visitor', MAILS_OF_VISITOR, HOUR).add(String(principal.id)));
  refuseOver(await limits.counter('transcripts of a network', MAILS_OF_NETWORK, HOUR).add(caller.network));
  refuseOver(await limits.counter('transcripts of a widget', MAILS_OF_WIDGET, DAY).add(String(widgetId)));
  const { id: chat_id, last_seq: up_to } = chat;
  ctx.enqueue(sendTranscript, { widget_id: widgetId, visitor_id: principal.id, chat_id, up_to, email });
}

interface TranscriptRequest {
  widget_id: number;
  visitor_id: number;
  chat_id: number;
  up_to: number;
  email: string;
}

export const sendTranscript = defineJob<TranscriptRequest>({
  name: 'visitors.send_transcript',
  attempts: 6,
  timeoutMs: 60_000,
  run: async (work, { widget_id: widgetId, visitor_id, chat_id, up_to: lastSeq, email }) => {
    const visitor = await findVisitor(work, widgetId, visitor_id);
    if (!visitor) return;
    const { words, transcript } = textsFor(visitor.locale);
    const options = { lastSeq, words, maxBytes: MAX_BYTES };
    const lines = await collect(messages.writeTranscript({ ...work, widgetId }, chat_id, options));
    if (!lines) return;
    await work.mail.send({ widgetId, to: email, ...transcript(await siteName(work, widgetId, visitor), lines) });
  },
});

export async function collect(lines: AsyncIterable<string>) {
  return (await Array.fromAsync(lines)).join('');
}

/** The site's domain, or the widget's name. */
export async function siteName(work: Read, widgetId: number, { domains: [domain] }: MailRecipient) {
  if (domain !== undefined) return domain;
  const { widget_name } = await widgets.readSettings(work, widgetId);
  return widget_name?.replace(/\s+/g, ' ').trim() || new URL(work.publicUrl).host;
}

/** Opens the chat on the linked page. */
const OPENING = '#service-chat';

/**
 * Only pages of the allowed domains and of this server: a visitor can claim to be on any page. Undefined when the widget is
 * allowed everywhere and the page is elsewhere.
 */
export function linkBack({ publicUrl }: Read, { page, domains }: MailRecipient) {
  const url = URL.parse(page ?? '');
  const isPage = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (isPage && (url.origin === new URL(publicUrl).origin || isAllowedHost(url.hostname, domains))) {
    return `${url.href.split('#')[0]}${OPENING}`;
  }
  return domains.length ? `https://${domains[0]}/${OPENING}` : undefined;
}
