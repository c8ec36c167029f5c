import { type api, events, type Rating, type site } from '@parley/contract';
import type { Context, Read, WidgetContext } from '../../../kernel/data/context.ts';
import { parseRange } from '../../../kernel/data/moments.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import * as agents from '../../account/agents/index.ts';
import * as contacts from '../../people/contacts/index.ts';
import * as chats from '../chats/index.ts';
import * as store from './store.ts';

type Filters = 'agent_id' | 'contact_id' | 'score' | 'commented' | 'from' | 'to';
type RatingQuery = Query<typeof api.ratings.list, Filters | 'cursor' | 'limit'>;
export type RatingInput = Body<typeof site.visitor.rate, 'score' | 'comment'>;

export async function list(ctx: Context<Read>, request: RatingQuery) {
  const { agent_id, contact_id, score, commented, from, to, ...query } = request;
  if (agent_id !== undefined && !(await agents.exists(ctx, agent_id))) throw problem('not_found');
  const contact = contact_id === undefined ? undefined : await contacts.get(ctx, contact_id);
  const range = parseRange({ from, to });
  const filter = {
    agentId: agent_id,
    contactNumber: contact?.number,
    score,
    commented,
    from: range.from?.toString(),
    to: range.to?.toString(),
  };
  return paged(ctx, query, {
    position: ({ updated_at, agent_id, client_id }: store.RatingRow) => [updated_at, agent_id, client_id],
    read: ([updated_at, agent_id, client_id], limit) => {
      const before = updated_at === undefined ? undefined : { updated_at, agent_id, client_id };
      return store.list(ctx, { ...filter, before, limit });
    },
    item: toRating,
  });
}

/** 404 if a later rating in another chat has replaced it. */
export async function getOfChat(ctx: Context<Read>, chatId: number) {
  await chats.getRow(ctx, chatId);
  const rating = await store.findOfChat(ctx, chatId);
  if (!rating) throw problem('not_found');
  return toRating(rating);
}

export async function request(ctx: Context, chatId: number) {
  const chat = await chats.getLocked(ctx, chatId);
  if (chat.client_id === null) throw problem('chat_has_no_client');
  await chats.change(ctx, chatId, { chat: { rating_requested_at: ctx.now.toString() } });
  return chats.get(ctx, chatId);
}

/** Rates the agent who handles the chat now. The chat is locked. */
export async function rate(ctx: WidgetContext, chat: chats.LockedChat, rating: RatingInput) {
  const { id, client_id, handled_by, handled_type } = chat;
  if (client_id === null || handled_by === null || handled_type === null) throw problem('nobody_to_rate');
  const { score, comment = null } = rating;
  await store.upsert(ctx, { agentId: handled_by, contactNumber: client_id, chatId: id, score, comment });
  const log = [{ type: 'rated' as const, subject_id: handled_by, score }];
  await chats.change(ctx, id, { chat: { rating_requested_at: null }, log });
  const data = chats.eventDataOf(chat);
  if (data && chat.state !== 'spam') {
    ctx.emit(events.chatRated, { ...data, agent_id: handled_by, operator_type: handled_type });
  }
  return { score, comment };
}

function toRating({ client_id: _, ...rating }: store.RatingRow): Rating {
  return rating;
}
