import { randomInt } from 'node:crypto';
import type { api, BotMessageType, Scope } from '@parley/contract';
import type { Context, OverHttp } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as ownership from '../../conversations/assignment/index.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as messages from '../../conversations/messages/index.ts';
import * as presence from '../../conversations/presence/index.ts';
import * as ratings from '../../conversations/ratings/index.ts';
import { type Message, readText } from './messages.ts';

type BotRequest = Body<typeof api.compat.bot, 'message_type' | 'event' | 'chat_id' | 'message'>;

type Status = 'sent' | 'agent_invited' | 'agent_present' | 'no_agents_online' | 'rating_requested';

const UNCHANGED = new Set<Status>(['agent_present', 'no_agents_online']);

/** Runs a legacy bot's request as the equivalent native operation. */
export async function runBotRequest(ctx: Context & OverHttp, { message_type, event, chat_id, message }: BotRequest) {
  const chatId = Number(chat_id);
  const status = await HANDLERS[(message_type ?? event) as BotMessageType](ctx, chatId, message);
  if (UNCHANGED.has(status)) ctx.response.setStatus(200);
  return { result: 'ok' as const, status };
}

const HANDLERS: Record<BotMessageType, (ctx: Context, chatId: number, message?: Message) => Promise<Status>> = {
  async BOT_MESSAGE(ctx, chatId, message) {
    requireScope(ctx, ['messages:write', 'responder:inject']);
    const content = contentOf(message);
    const chat = await chats.getLocked(ctx, chatId);
    if (chat.is_internal) throw problem('chat_has_no_client');
    // A bot is not an agent: in a chat without an owner it writes for the whole team.
    const operator = chat.agent_id === null ? undefined : { id: chat.agent_id, type: 'human' as const };
    await messages.post(ctx, chat, { ...content, sender: 'agent', operator, origin: 'bot', isFromApi: true });
    return 'sent';
  },

  async INVITE_AGENT(ctx, chatId) {
    requireScope(ctx, ['chats:write', 'responder:inject']);
    const chat = await chats.getLocked(ctx, chatId);
    if (chat.client_id === null) throw problem('chat_has_no_client');
    const online = await presence.listAtWork(ctx);
    // An owner who is online keeps the chat, however often a bot asks.
    if (chat.agent_id !== null && online.includes(chat.agent_id)) return 'agent_present';
    const chosen = online[randomInt(Math.max(1, online.length))];
    if (chosen === undefined) return 'no_agents_online';
    await ownership.assign(ctx, chat, chosen);
    return 'agent_invited';
  },

  async INIT_RATE(ctx, chatId) {
    requireScope(ctx, ['chats:write', 'responder:inject']);
    await ratings.request(ctx, chatId);
    return 'rating_requested';
  },
};

/** One route, but each message type needs its own scope. */
function requireScope({ principal }: Context, scopes: Scope[]) {
  if (scopes.some((scope) => principal.scopes.has(scope))) return;
  throw problem('missing_scope', `This call needs the scope ${scopes.join(' or ')}.`, { requiredScopes: scopes });
}

/** Falls back to the plain text that bots send for unsupported types. */
function contentOf(message: Message | undefined) {
  if (message === undefined) throw invalid({ message: 'is required' });
  if (typeof message === 'string') return { type: 'text' as const, body: readText(message, 'message') };
  switch (typeOf(message)) {
    case 'TEXT':
      return { type: 'text' as const, body: readText(message.text, 'message.text') };
    case 'MARKDOWN': {
      const markdown = readText(message.content || message.text, 'message.content');
      return { type: 'text' as const, markdown, body: readText(message.text || markdown, 'message.text') };
    }
    case 'BUTTONS':
      return { type: 'text' as const, body: readText(message.text || formatButtons(message), 'message.text') };
    default:
      throw invalid({ 'message.type': 'must be one of TEXT, MARKDOWN, BUTTONS' });
  }
}

const typeOf = ({ type = 'TEXT' }: Record<string, unknown>) => (typeof type === 'string' ? type.toUpperCase() : '');

function formatButtons({ title, buttons }: Record<string, unknown>) {
  const answers = Array.isArray(buttons) ? buttons.map((button) => button?.text) : [];
  return [title, ...answers].filter((line) => typeof line === 'string' && line).join('\n');
}
