import { scrub } from '@parley/content/personal-data';
import type { LegacyEventName } from '@parley/contract';
import { html } from '@parley/html';
import type { Read } from '../../../../kernel/data/context.ts';
import type { LeasedDelivery } from '../../../../kernel/data/leased-delivery.ts';
import { scrubMarked } from '../../../../kernel/data/scrub-marked.ts';
import { printPayload } from '../../../conversations/messages/index.ts';
import { legacyBodies } from './legacy-schema.ts';
import * as store from './store.ts';

/** What an event is about; each names some of these. */
interface Subject {
  chat_id?: number;
  client_id?: number;
  agent_id?: number;
  message_id?: number;
}

/** The body without personal data; undefined when its subject no longer exists. */
export async function writeBody(work: Read, { type, widget_id, data }: LeasedDelivery) {
  const name = type as LegacyEventName;
  const body = await WRITERS[name](work, widget_id, { ...(data as Subject), name });
  return body && JSON.stringify(scrubMarked(legacyBodies[name], body));
}

type Writer = (
  work: Read,
  widgetId: number,
  subject: Subject & { name: LegacyEventName },
) => Promise<object | undefined>;

const WRITERS: Record<LegacyEventName, Writer> = {
  chat_accepted: writeChat,
  chat_updated: writeChat,

  async chat_finished(work, widgetId, subject) {
    const found = await readChat(work, widgetId, subject);
    if (!found) return undefined;
    const { chat, person } = found;
    const messages = await store.listMessages(work, widgetId, chat.id);
    const agentIds = messages.flatMap(({ agent_id }) => agent_id ?? []);
    const agents = await store.listAgents(work, widgetId, [...new Set(agentIds)]);
    const nameOf = ({ sender, agent_id }: store.MessageRow) =>
      (sender === 'client' ? person.name : agents.find(({ id }) => id === agent_id)?.name) ?? labelOf(sender);
    return {
      ...found.common,
      agents: agents.map(toAgent),
      chat: { messages: messages.map(toMessage), blacklisted: person.blocked_at !== null, rate: toRate(chat.score) },
      plain_messages: messages.map((each) => `${nameOf(each)}: ${textOf(each)}`).join('\n'),
      html_messages: html`${messages.map((each) => html`<p><b>${scrub(nameOf(each))}</b>: ${scrub(textOf(each))}</p>`)}`
        .html,
    };
  },

  async client_updated(work, widgetId, { client_id = 0, name }) {
    const person = await store.findPerson(work, widgetId, client_id);
    if (!person) return undefined;
    const chat = await store.findOpenChat(work, widgetId, client_id);
    const [agent] = await agentsOf(work, widgetId, chat?.agent_id);
    return { ...visitorOf(name, person, agent), client_id: String(person.id) };
  },

  async offline_message(work, widgetId, subject) {
    const found = await readChat(work, widgetId, subject);
    const message = found && (await store.findMessage(work, widgetId, found.chat.id, subject.message_id ?? 0));
    return message && { ...found.common, message: textOf(message), offline_message_id: message.id };
  },
};

async function writeChat(...[work, widgetId, subject]: Parameters<Writer>) {
  const found = await readChat(work, widgetId, subject);
  if (!found) return undefined;
  const [agent] = await agentsOf(work, widgetId, subject.agent_id ?? found.chat.agent_id);
  return { ...found.common, agent: agent ? toAgent(agent) : null };
}

async function readChat(
  work: Read,
  widgetId: number,
  { chat_id, client_id, name }: Subject & { name: LegacyEventName },
) {
  const chat = await (chat_id === undefined
    ? store.findOpenChat(work, widgetId, client_id ?? 0)
    : store.findChat(work, widgetId, chat_id));
  const person = chat && (await store.findPerson(work, widgetId, chat.client_id));
  if (!person) return undefined;
  const [assigned] = await agentsOf(work, widgetId, chat.agent_id);
  const common = {
    ...visitorOf(name, person, assigned),
    chat_id: chat.id,
    topic: null,
    session: { geoip: null, ...campaignOf(chat.page), ip_addr: null, user_agent: null },
    page: { url: chat.page, title: null },
    analytics: null,
  };
  return { chat, person, common };
}

function visitorOf(name: LegacyEventName, person: store.Person, assigned: store.AgentRow | undefined) {
  const { button_guid, user_id, tags, id, chats_count, name: own, email, phone, description } = person;
  return {
    event_name: name,
    widget_id: button_guid,
    user_token: user_id,
    visitor: { name: own, email, phone, description, number: String(id), chats_count },
    organization: null,
    status: null,
    assigned_agent: assigned ? toAssigned(assigned) : null,
    tags: tags.map((title) => ({ id: title, title })),
  };
}

async function agentsOf(work: Read, widgetId: number, id: number | null | undefined) {
  return id ? store.listAgents(work, widgetId, [id]) : [];
}

function toAssigned({ id, name, email }: store.AgentRow) {
  return { id: String(id), name, email };
}

function toAgent(agent: store.AgentRow) {
  return { ...toAssigned(agent), phone: null };
}

/** Any message as text. */
function textOf({ text, file_name, payload }: store.MessageRow) {
  return [text, file_name, ...printPayload(payload)].filter(Boolean).join('\n');
}

function toMessage(message: store.MessageRow) {
  const { sender, agent_id, created_at } = message;
  return {
    message: textOf(message),
    timestamp: Math.floor(Date.parse(created_at) / 1_000),
    type: sender === 'client' ? 'visitor' : 'agent',
    ...(agent_id !== null && { agent_id: String(agent_id) }),
  };
}

function labelOf(sender: store.MessageRow['sender']) {
  return sender === 'client' ? 'Visitor' : 'Agent';
}

function toRate(score: number | null) {
  if (score === null || score === 3) return null;
  return score > 3 ? 'positive' : 'negative';
}

/** UTM parameters of the landing page. */
function campaignOf(page: string | null) {
  const parameters = page === null ? undefined : URL.parse(page)?.searchParams;
  const found = ['source', 'campaign', 'content', 'medium', 'term'].flatMap((name) => {
    const value = parameters?.get(`utm_${name}`);
    return value ? [[name, value] as const] : [];
  });
  if (!found.length) return { utm: null, utm_json: null };
  return { utm: found.map(([name, value]) => `${name}=${value}`).join('|'), utm_json: Object.fromEntries(found) };
}
