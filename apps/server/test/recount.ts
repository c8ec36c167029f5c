import type { TestApp } from './harness.ts';

// Recomputes statistics from the rows themselves, without the aggregates, in a year of UTC+3.

interface Chat {
  id: number;
  channel: string;
  is_internal: boolean;
  has_client_messages: boolean;
  agent_id: number | null;
  accepted_by: number | null;
  accepted_type: 'human' | 'ai' | null;
  handled_by: number | null;
  handled_type: 'human' | 'ai' | null;
  at: number;
}

interface Message {
  chat_id: number;
  sender: 'client' | 'agent' | 'ai' | 'system';
  agent_id: number | null;
  private: boolean;
  at: number;
}

interface Rating {
  agent_id: number;
  score: number;
  comment: string | null;
  at: number;
}

interface AgentEvent {
  agent_id: number;
  type_code: number;
  at: number;
}

interface Agent {
  id: number;
  type: string;
  status: string;
}

export interface Rows {
  chats: Chat[];
  messages: Message[];
  ratings: Rating[];
  events: AgentEvent[];
  agents: Agent[];
}

/** Half-open, in milliseconds. */
export interface Span {
  from: number;
  to: number;
}

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8 AS at`;

export async function readRows({ sql }: TestApp, widgetId: number): Promise<Rows> {
  const read = <T extends object>(columns: string, table: string) =>
    sql<T>(`SELECT ${columns} FROM ${table} WHERE widget_id = ${widgetId} ORDER BY 1`);
  const who = 'agent_id::int, accepted_by::int, accepted_type, handled_by::int, handled_type';
  return {
    chats: await read<Chat>(`id::int, channel, is_internal, has_client_messages, ${who}, ${ms('created_at')}`, 'chats'),
    messages: await read<Message>(`chat_id::int, sender, agent_id::int, private, ${ms('created_at')}`, 'messages'),
    ratings: await read<Rating>(`agent_id::int, score, comment, ${ms('updated_at')}`, 'ratings'),
    events: await read<AgentEvent>(`agent_id::int, type_code, ${ms('created_at')}`, 'agent_events'),
    agents: await read<Agent>('id::int, type, status', 'agents'),
  };
}

const within = <T extends { at: number }>(rows: T[], { from, to }: Span) =>
  rows.filter(({ at }) => at >= from && at < to);
/** Rounds to thousandths. */
const mean = (values: number[]) =>
  values.length ? Math.round(values.reduce((sum, value) => sum + value, 0) / values.length) / 1_000 : null;
const isSaid = (message: Message) => !message.private && message.sender !== 'system';

/** Milliseconds to the first reply: from the start of the chat, and from the visitor's first message. */
function responseOf({ messages }: Rows, chat: Chat) {
  const own = messages.filter((message) => message.chat_id === chat.id && isSaid(message));
  const asked = Math.min(...own.filter(({ sender }) => sender === 'client').map(({ at }) => at));
  const answered = Math.min(...own.filter(({ sender, at }) => sender !== 'client' && at >= asked).map(({ at }) => at));
  if (chat.is_internal || !Number.isFinite(answered)) return undefined;
  return { sinceOpened: Math.max(0, answered - chat.at), sinceAsked: answered - asked };
}

function countChats(chats: Chat[]) {
  const count = (type: Chat['accepted_type']) => chats.filter(({ accepted_type }) => accepted_type === type).length;
  return {
    chats_total: chats.length,
    chats_missed: count(null),
    chats_accepted: chats.length - count(null),
    chats_accepted_ai: count('ai'),
    chats_accepted_human: count('human'),
  };
}

export function recountTotals(rows: Rows, span: Span) {
  const chats = within(rows.chats, span);
  const responses = chats.flatMap((chat) => responseOf(rows, chat) ?? []);
  const count = (keep: (chat: Chat) => boolean) => chats.filter(keep).length;
  return {
    ...countChats(chats),
    chats_handled_ai: count((chat) => chat.handled_type === 'ai'),
    chats_handled_human: count((chat) => chat.handled_type === 'human'),
    chats_ai_to_human: count((chat) => chat.accepted_type === 'ai' && chat.handled_type === 'human'),
    chats_human_to_ai: count((chat) => chat.accepted_type === 'human' && chat.handled_type === 'ai'),
    chats_with_client_message: count((chat) => chat.has_client_messages),
    messages_total: within(rows.messages, span).filter(isSaid).length,
    avg_response_time_seconds: mean(responses.map(({ sinceOpened }) => sinceOpened)),
    avg_first_response_seconds: mean(responses.map(({ sinceAsked }) => sinceAsked)),
    rating_average: mean(within(rows.ratings, span).map(({ score }) => score * 1_000)),
  };
}

export function recountChannels(rows: Rows, span: Span) {
  const chats = within(rows.chats, span).filter(({ is_internal }) => !is_internal);
  const channels = [...Map.groupBy(chats, ({ channel }) => channel)];
  return channels
    .map(([channel, own]) => ({ channel, ...countChats(own) }))
    .toSorted((a, b) => (a.channel < b.channel ? -1 : 1));
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** By Moscow's clock, as if it were UTC. */
const local = (at: number) => new Date(at + 3 * HOUR);

const begins = {
  day: () => true,
  week: (midnight: number) => local(midnight).getUTCDay() === 1,
  month: (midnight: number) => local(midnight).getUTCDate() === 1,
};

function bucketsOf({ from, to }: Span, interval: keyof typeof begins): Span[] {
  const cuts: number[] = [];
  const midnight = Math.floor((from + 3 * HOUR) / DAY) * DAY - 3 * HOUR;
  for (let at = midnight; at < to; at += DAY) if (at > from && begins[interval](at)) cuts.push(at);
  const ends = [from, ...cuts, to];
  return ends.slice(1).map((end, index) => ({ from: ends[index] as number, to: end }));
}

const countMessages = (rows: Rows, span: Span) => within(rows.messages, span).filter(isSaid).length;

export function recountSeries(rows: Rows, span: Span, interval: keyof typeof begins) {
  return bucketsOf(span, interval).map((bucket) => ({
    ...bucket,
    ...countChats(within(rows.chats, bucket)),
    messages_total: countMessages(rows, bucket),
  }));
}

/** The same with replies and ratings. */
/** Without internal chats, as people read reports. */
function withoutInternal(rows: Rows): Rows {
  const internal = new Set(rows.chats.filter(({ is_internal }) => is_internal).map(({ id }) => id));
  return {
    ...rows,
    chats: rows.chats.filter(({ id }) => !internal.has(id)),
    messages: rows.messages.filter(({ chat_id }) => !internal.has(chat_id)),
  };
}

export function recountTrend(all: Rows, span: Span, interval: keyof typeof begins) {
  const rows = withoutInternal(all);
  return recountSeries(rows, span, interval).map((bucket) => {
    const { avg_first_response_seconds, rating_average } = recountTotals(rows, bucket);
    const ratings_total = within(rows.ratings, bucket).length;
    return { ...bucket, avg_first_response_seconds, ratings_total, rating_average };
  });
}

/** Non-empty hours of the week. */
export function recountHours(all: Rows, span: Span) {
  const rows = withoutInternal(all);
  const hourOf = ({ at }: { at: number }) => `${local(at).getUTCDay() || 7} ${local(at).getUTCHours()}`;
  const chats = Map.groupBy(within(rows.chats, span), hourOf);
  const messages = Map.groupBy(within(rows.messages, span).filter(isSaid), hourOf);
  const names = new Set([...chats.keys(), ...messages.keys()]);
  return Object.fromEntries(
    [...names].map((name) => {
      const { chats_total, chats_missed } = countChats(chats.get(name) ?? []);
      return [name, { chats_total, chats_missed, messages_total: messages.get(name)?.length ?? 0 }];
    }),
  );
}

export function recountRatings(rows: Rows, span: Span) {
  const ratings = within(rows.ratings, span);
  const of = (score: number) => ratings.filter((each) => each.score === score).length;
  return {
    ratings_total: ratings.length,
    ratings_commented: ratings.filter(({ comment }) => comment !== null).length,
    rating_average: mean(ratings.map(({ score }) => score * 1_000)),
    rating_distribution: { 1: of(1), 2: of(2), 3: of(3), 4: of(4), 5: of(5) },
  };
}

export function recountAgent(rows: Rows, span: Span, { id, type }: Agent) {
  const chats = within(rows.chats, span);
  const own = chats.filter(({ agent_id }) => agent_id === id);
  const scores = within(rows.ratings, span).flatMap(({ agent_id, score }) => (agent_id === id ? score : []));
  const events = within(rows.events, span).filter(({ agent_id }) => agent_id === id);
  const of = (score: number) => scores.filter((each) => each === score).length;
  return {
    agent_id: id,
    chats_total: own.length,
    chats_missed: type === 'ai' ? 0 : countChats(own).chats_missed,
    avg_response_time_seconds: mean(own.flatMap((chat) => responseOf(rows, chat)?.sinceOpened ?? [])),
    messages_total: within(rows.messages, span).filter((message) => isSaid(message) && message.agent_id === id).length,
    chats_accepted: chats.filter(({ accepted_by }) => accepted_by === id).length,
    chats_handled: chats.filter(({ handled_by }) => handled_by === id).length,
    chats_transferred_out: events.filter(({ type_code }) => type_code === 9).length,
    chats_transferred_in: events.filter(({ type_code }) => type_code === 8).length,
    rating_average: mean(scores.map((score) => score * 1_000)),
    rating_distribution: { 1: of(1), 2: of(2), 3: of(3), 4: of(4), 5: of(5) },
  };
}

/** Ordered by id; suspended agents only if they were active. */
export function recountAgents(rows: Rows, span: Span) {
  return rows.agents.flatMap((agent) => {
    const row = recountAgent(rows, span, agent);
    const { agent_id: _, rating_distribution: scores, rating_average: __, ...counts } = row;
    const isIdle = [...Object.values(counts), ...Object.values(scores)].every((count) => !count);
    return agent.status === 'banned' && isIdle ? [] : row;
  });
}
