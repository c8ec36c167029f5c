import type { api, Explanation, ExternalOperatorCall, Turn } from '@parley/contract';
import type { Context, Read } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import * as assistants from '../../ai/assistants/index.ts';
import * as externalOperators from '../../ai/external-operators/index.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as messages from '../../conversations/messages/index.ts';
import { readOwner } from '../handoff/index.ts';
import { listDecisions } from './decisions.ts';
import { MAX_HISTORY } from './facts.ts';
import { promptOf } from './prompt.ts';
import * as store from './store.ts';

type ExplainQuery = Query<typeof api.chats.explain, 'cursor' | 'limit'>;

/** Who owns the next reply and why, every turn of the AI, why this owner, and who was notified: each newest first. */
export async function explain(ctx: Context<Read>, chatId: number, query: ExplainQuery): Promise<Explanation> {
  const chat = await chats.getRow(ctx, chatId);
  const { data: turns, next_cursor } = await paged(ctx, query, {
    position: ({ id }: store.TurnRow) => [id],
    read: ([before], limit) => store.list(ctx, chatId, { before, limit }),
    item: toTurn,
  });
  const [owner, decided] = [await readOwner(ctx, chat), await listDecisions(ctx, chat)];
  return { data: { chat_id: chat.id, ...owner, turns, ...decided }, next_cursor };
}

type CallsQuery = Query<typeof api.externalOperators.listCalls, 'cursor' | 'limit'>;

/** Turns that an external operator was to answer, newest first. */
export async function listCalls(ctx: Context<Read>, publicId: string, query: CallsQuery) {
  const { operator_id } = await externalOperators.get(ctx, publicId);
  return paged(ctx, query, {
    position: ({ id }: store.TurnRow) => [id],
    read: ([before], limit) => store.listOfOperator(ctx, operator_id, { before, limit }),
    item: (row): ExternalOperatorCall => ({ ...toTurn(row), chat_id: row.chat_id }),
  });
}

function toTurn({ chat_id: _, ...turn }: store.TurnRow): Turn {
  return turn;
}

/** A turn with its prompt, built again from messages, which only messengers edit, and from the texts of rules as they were. */
export async function getTurn(ctx: Context<Read>, id: number) {
  const found = await store.find(ctx, id);
  if (!found) throw problem('not_found');
  const { context: _, ...turn } = found;
  return { ...turn, prompt: await rebuildPrompt(ctx, found) };
}

/** Empty if no model was asked. */
async function rebuildPrompt(
  ctx: Context<Read>,
  { chat_id, assistant_id, persona_version, context, attempts }: store.WholeTurn,
) {
  if (assistant_id === null || persona_version === null || !context || !attempts.length) return [];
  const [version, history] = await Promise.all([
    assistants.findVersion(ctx, assistant_id, persona_version),
    messages.listRecent(ctx, chat_id, MAX_HISTORY, context.last_seq),
  ]);
  const { system, messages: said } = promptOf({
    persona: version?.persona ?? null,
    systemPrompt: version?.system_prompt ?? null,
    locale: context.locale,
    isAnyoneAtWork: context.is_anyone_at_work,
    history,
    knowledge: context.knowledge ?? [],
  });
  return [{ role: 'system' as const, content: system }, ...said];
}
