import type { LegacyEventName } from '@parley/contract';
import { html } from '@parley/html';
import type { Read } from '../../../../kernel/data/context.ts';
import { scrub, scrubMarked } from '../../../../kernel/data/scrub.ts';
import type { LeasedDelivery } from '../../../../kernel/deliveries/store.ts';
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
    const about = await readChat(work, widgetId, subject);
    if (!about) return undefined;
    const { talk, person } = about;
    const said = await store.listMessages(work, widgetId, talk.id);
    const speakers = said.flatMap(({ agent_id }) => agent_id ?? []);
    const colleagues = await store.listAgents(work, widgetId, [...new Set(speakers)]);
    const nameOf = ({ sender, agent_id }: store.MessageRow) =>
      (sender === 'client' ? person.name : colleagues.find(({ id }) => id === agent_id)?.name) ?? labelOf(sender);
    return {
      ...about.common,
      agents: colleagues.map(toAgent),
      chat: { messages: said.map(toMessage), blacklisted: person.blocked_at !== null, rate: toRate(talk.score) },
      plain_messages: said.map((each) => `${nameOf(each)}: ${textOf(each)}`).join('\n'),
      html_messages: html`${said.map((each) => html`<p><b>${scrub(nameOf(each))}</b>: ${scrub(textOf(each))}</p>`)}`
        .html,
    };
  },

  async client_updated(work, widgetId, { client_id = 0, name }) {
    const person = await store.findPerson(work, widgetId, client_id);
    if (!person) return undefined;
    const talk = await store.findOpenChat(work, widgetId, client_id);
    const [agent] = await agentsOf(work, widgetId, talk?.agent_id);
    return { ...visitorOf(name, person, agent), client_id: String(person.id) };
  },

  async offline_message(work, widgetId, subject) {
    const about = await readChat(work, widgetId, subject);
    const said = about && (await store.findMessage(work, widgetId, about.talk.id, subject.message_id ?? 0));
    return said && { ...about.common, message: textOf(said), offline_message_id: said.id };
  },
};

async function writeChat(...[work, widgetId, subject]: Parameters<Writer>) {
  const about = await readChat(work, widgetId, subject);
  if (!about) return undefined;
  const [agent] = await agentsOf(work, widgetId, subject.agent_id ?? about.talk.agent_id);
  return { ...about.common, agent: agent ? toAgent(agent) : null };
}

async function readChat(
  work: Read,
  widgetId: number,
  { chat_id, client_id, name }: Subject & { name: LegacyEventName },
) {
  const talk = await (chat_id === undefined
    ? store.findOpenChat(work, widgetId, client_id ?? 0)
    : store.findChat(work, widgetId, chat_id));
  const person = talk && (await store.findPerson(work, widgetId, talk.client_id));
  if (!person) return undefined;
  const [assigned] = await agentsOf(work, widgetId, talk.agent_id);
  const common = {
    ...visitorOf(name, person, assigned),
    chat_id: talk.id,
    topic: null,
    session: { geoip: null, ...campaignOf(talk.page), ip_addr: null, user_agent: null },
    page: { url: talk.page, title: null },
    analytics: null,
  };
  return { talk, person, common };
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

function toAgent(colleague: store.AgentRow) {
  return { ...toAssigned(colleague), phone: null };
}

/** Any message as text. */
function textOf({ text, file_name, payload }: store.MessageRow) {
  return [text, file_name, ...printPayload(payload)].filter(Boolean).join('\n');
}

function toMessage(said: store.MessageRow) {
  const { sender, agent_id, created_at } = said;
  return {
    message: textOf(said),
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
