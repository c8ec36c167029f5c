import { localeOf } from '@parley/contract';
import { LRUCache } from 'lru-cache';
import type { ModelLink } from '../../../infra/ai/model-link.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import * as widgets from '../../account/widgets/index.ts';
import * as answerers from '../../ai/answerers/index.ts';
import * as assistants from '../../ai/assistants/index.ts';
import * as credentials from '../../ai/credentials/index.ts';
import * as externalOperators from '../../ai/external-operators/index.ts';
import * as settings from '../../ai/settings/index.ts';
import * as usage from '../../ai/usage/index.ts';
import type { LeasedTurn } from '../../conversations/chats/index.ts';
import * as messages from '../../conversations/messages/index.ts';
import * as routing from '../../conversations/routing/index.ts';
import * as store from './store.ts';

export const MAX_HISTORY = 40;

/** What a turn is about, as of its start. */
export interface TurnFacts {
  turn: LeasedTurn;
  contact: { id: string; name: string | null; number: number };
  operator: answerers.Answerer;
  settings: settings.Settings;
  /** Undefined for an external operator. */
  assistant: Awaited<ReturnType<typeof assistants.find>>;
  /** Credentials to ask, in order; or the external operator. */
  links: Link[];
  /** Newest first. */
  history: Awaited<ReturnType<typeof messages.listRecent>>;
  locale: string;
  isAnyoneAtWork: boolean | null;
  spent: Awaited<ReturnType<typeof usage.spentToday>>;
  /** Rules in the widget's knowledge base. */
  ruleCount: number;
}

/** Undefined if the chat is gone, or the operator can no longer answer. All is read at once. */
export async function readFacts(work: InWidget<Read>, turn: LeasedTurn): Promise<TurnFacts | undefined> {
  const { chat_id, contact_id, channel, operator_id } = turn;
  if (contact_id === null || operator_id === null) return undefined;
  const [config, party, history, isAnyoneAtWork, spent] = await Promise.all([
    findConfig(work, turn.revision, operator_id),
    store.findParty(work, chat_id),
    messages.listRecent(work, chat_id, MAX_HISTORY),
    routing.isAnyoneAtWork(work, channel),
    usage.spentToday(work, contact_id),
  ]);
  if (!config || !party || party.blocked_at !== null) return undefined;
  return {
    turn,
    contact: { id: party.contact_guid, name: party.name, number: contact_id },
    ...config,
    history,
    locale: await readLocale(work, party.source.language),
    isAnyoneAtWork: config.settings.presence_context_enabled ? isAnyoneAtWork : null,
    spent,
    ruleCount: party.rule_count,
  };
}

type Config = Pick<TurnFacts, 'operator' | 'settings' | 'assistant' | 'links'>;

/** By revision and operator. */
const known = new LRUCache<string, Config>({ max: 200, ttl: 600_000 });

/** What is configured for an operator: the same for every turn of a revision. Undefined if they can't answer. */
async function findConfig(work: InWidget<Read>, revision: string | null, operatorId: number) {
  const key = `${revision} ${operatorId}`;
  const found = known.get(key) ?? (await readConfig(work, operatorId));
  if (found && revision !== null) known.set(key, found);
  return found;
}

async function readConfig(work: InWidget<Read>, operatorId: number): Promise<Config | undefined> {
  const answering = await answerers.find(work);
  const operator = answering?.answerers.find(({ id }) => id === operatorId);
  if (!operator) return undefined;
  const { assistantId } = operator;
  const [config, assistant, links] = await Promise.all([
    settings.find(work),
    assistantId === null ? undefined : assistants.find(work, assistantId),
    listLinks(work, operator),
  ]);
  return { operator, settings: config, assistant, links };
}

type Link = ModelLink & { priceInput: number | null; priceOutput: number | null };

async function listLinks(work: InWidget<Read>, { id, assistantId, isExternal }: answerers.Answerer): Promise<Link[]> {
  if (!isExternal) return credentials.resolveChain(work, { assistantId, operatorId: id });
  const link = await externalOperators.findLink(work, id);
  return link ? [link] : [];
}

/** The visitor's language, or the widget's. */
export async function readLocale(work: InWidget<Read>, language: string | null) {
  const known = localeOf(language ?? '');
  if (known) return known;
  return (await widgets.readSettings(work, work.widgetId)).effective_language;
}

/** What the visitor has written since the last reply, oldest first. */
export function unansweredOf(history: TurnFacts['history']) {
  const until = history.findIndex(({ sender, is_outreach }) => (sender === 'agent' || sender === 'ai') && !is_outreach);
  return (until === -1 ? history : history.slice(0, until)).filter(({ sender }) => sender === 'client').reverse();
}
