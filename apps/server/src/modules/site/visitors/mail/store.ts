import { type RowOf, text } from '../../../../infra/postgres/row-schema.ts';
import { fragment } from '../../../../infra/postgres/sql.ts';
import type { Read, Write } from '../../../../kernel/data/context.ts';
import { widgets } from '../../../account/widgets/tables.ts';
import { chatHeads } from '../../../conversations/chats/tables.ts';
import { messages } from '../../../conversations/messages/tables.ts';
import { visitors } from '../tables.ts';

const recipientColumns = {
  /** Of the last browser they used. */
  locale: visitors.locale,
  page: visitors.page,
  domains: widgets.domains,
};

/** Recipient of a mail about a chat. */
export type MailRecipient = RowOf<typeof recipientColumns>;

/** The visitor who requested the transcript. */
export async function findVisitor({ sql }: Read, widgetId: number, visitorId: number) {
  const [found] = await sql(recipientColumns)`
    SELECT v.locale, v.page, w.domains FROM visitors v JOIN widgets w ON w.id = v.widget_id
    WHERE v.widget_id = ${widgetId} AND v.id = ${visitorId}`;
  return found;
}

const MAY_BE_MAILED = fragment`
  k.email IS NOT NULL AND k.blocked_at IS NULL AND h.state <> 'spam' AND NOT c.is_internal`;

/** The chat's visitor, as last seen; undefined when they must no longer be mailed. */
export async function findUnseenMailRecipient({ sql }: Read, widgetId: number, chatId: number) {
  const columns = { email: text(), seen_seq: chatHeads.visitor_seen_seq, ...recipientColumns };
  const [found] = await sql(columns)`
    SELECT k.email, h.visitor_seen_seq AS seen_seq, w.domains, v.locale, v.page
    FROM chats c JOIN chat_heads h ON h.widget_id = c.widget_id AND h.chat_id = c.id
    JOIN contacts k ON k.widget_id = c.widget_id AND k.id = c.contact_id JOIN widgets w ON w.id = c.widget_id
    LEFT JOIN LATERAL (
      SELECT locale, page FROM visitors WHERE widget_id = k.widget_id AND contact_id = k.id
      ORDER BY seen_at DESC LIMIT 1
    ) AS v ON true
    WHERE c.widget_id = ${widgetId} AND c.id = ${chatId} AND ${MAY_BE_MAILED}`;
  return found;
}

const rangeColumns = {
  widget_id: chatHeads.widget_id,
  chat_id: chatHeads.chat_id,
  after: chatHeads.visitor_mailed_seq,
  up_to: chatHeads.last_seq,
  /** When the first of them was written. */
  since: messages.created_at,
};

/** The replies to mail: those of a chat after one message and up to another. */
export type ReplyRange = RowOf<typeof rangeColumns>;

/**
 * Looks only at chats with a message within a day, by their index, and only in the few widgets that enabled the mails.
 */
export const claim = (before: unknown, limit: unknown) => fragment`
  WITH due AS MATERIALIZED (
    SELECT h.widget_id, h.chat_id, h.visitor_mailed_seq AS after, h.last_seq AS up_to, reply.since
    FROM widget_settings s JOIN chat_heads h ON h.widget_id = s.widget_id AND h.is_live
    JOIN chats c ON c.widget_id = h.widget_id AND c.id = h.chat_id AND c.channel = 'service'
    JOIN contacts k ON k.widget_id = c.widget_id AND k.id = c.contact_id
    JOIN LATERAL (
      SELECT created_at AS since FROM messages m WHERE m.widget_id = h.widget_id AND m.chat_id = h.chat_id
      AND m.seq > greatest(h.visitor_seen_seq, h.visitor_mailed_seq) AND m.sender IN ('agent', 'ai')
      AND m.seen_at IS NULL AND NOT m.is_outreach ORDER BY m.seq LIMIT 1
    ) AS reply ON reply.since <= ${before}
    WHERE s.values @> '{"unseen_reply_mail": true}' AND h.visitor_unread > 0 AND ${MAY_BE_MAILED}
    LIMIT ${limit} FOR UPDATE OF h SKIP LOCKED
  )
  UPDATE chat_heads h SET visitor_mailed_seq = due.up_to FROM due
  WHERE h.widget_id = due.widget_id AND h.chat_id = due.chat_id
  RETURNING h.widget_id, h.chat_id, due.after, due.up_to, due.since`;

export const claimUnseen = ({ sql }: Write, before: Temporal.Instant, limit: number) =>
  sql(rangeColumns)`${claim(before.toString(), limit)}`;

/** Returns the replies to the next run. */
export async function releaseUnseen({ sql }: Write, { widget_id, chat_id, after, up_to }: ReplyRange) {
  await sql`
    UPDATE chat_heads SET visitor_mailed_seq = ${after}
    WHERE widget_id = ${widget_id} AND chat_id = ${chat_id} AND visitor_mailed_seq = ${up_to}`;
}
