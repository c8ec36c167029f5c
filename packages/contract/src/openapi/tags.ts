import { api, type site } from '../api.ts';

/** Says of each noun of the API what it is, in a sentence or two. */
const DESCRIPTIONS: Record<keyof typeof api, string> = {
  service: 'What a token is: its widget, its account and the version of the server. A good first call.',
  account: 'The customer of an installation, with settings that all its widgets share.',
  mail: 'How the installation sends e-mails, and what it sent while no mail server was set.',
  chats:
    'A chat is the conversation with one contact on one channel. It is reused: a closed chat becomes active again when the contact writes.',
  messages:
    'What is said in a chat. Visitors see messages, numbered by `seq`; notes are seen by agents only and have no number.',
  contacts:
    'People the account knows, with fields, attributes, tags and consent. A visitor becomes a contact with the first message or form.',
  visitors: 'Who is on the site now, and the page they are on.',
  tags: 'Labels on contacts.',
  files: 'Files that are sent in messages or used as avatars. A file is uploaded first and named by its id afterwards.',
  ratings: 'Scores from 1 to 5 that contacts gave to agents.',
  agents: 'People and programs that answer in a widget: humans, AI operators and external operators.',
  departments: 'Groups of agents with channels and a schedule. Routing looks there for an agent.',
  stats: 'Figures of a period: of the widget, of agents, by channel, over time.',
  quickPhrases: 'Saved replies that agents insert into messages.',
  webhooks:
    'Subscriptions of a URL to events, with their secrets, log and replays. The requests that your URL receives are under [event types](/docs#event-types).',
  events: 'The feed of events: the same envelopes as webhooks, for programs without a public URL.',
  channels:
    'Custom channels connect any place where customers write. Your program posts their messages here and receives the replies of agents at its URL.',
  messengers: 'Connections to messengers: Telegram, VK, WhatsApp and others.',
  broadcasts: 'One message to many people in the chats of a channel.',
  campaigns: 'E-mails to contacts who agreed to them, and invitations on the site for a time.',
  aiCredentials: 'Keys of model providers. A key is stored encrypted and never returned.',
  aiOperators: 'Agents of the type `ai`, which answer with an assistant.',
  externalOperators:
    'AI operators that run elsewhere: the platform calls them over HTTP about each message of a visitor.',
  aiBridge: 'How an external operator answers later and acts in its chats.',
  kb: 'The knowledge base: texts that the AI answers from, written by hand, read from documents or from a site.',
  compat: 'Routes of another platform, for programs that are migrating. New programs use the routes above.',
  widget: 'The widget on the site: its settings, languages, looks and the tag to embed.',
  aiSettings: 'What applies to all AI answers of a widget.',
  aiAssistants: 'Assistants say how the AI answers: persona, system prompt, greeting, triggers.',
  aiMessages: 'Phrases that the platform sends to visitors on behalf of the AI.',
  aiAlerts: 'What an admin should fix about the AI, until it is acknowledged.',
  aiUsage: 'Tokens and money that the AI used.',
  smartInvitations: 'Rules that invite visitors to a chat, and what came of them.',
  auditLog: 'Who changed which settings, people, tokens and channels, and when.',
  aiTurns: 'Attempts of the AI to answer, with their outcome and why.',
  suppressions: 'Addresses that get no marketing, with the reason.',
};

const VISITOR_API = `What the widget calls from the pages of a site; a mobile app or a widget of your own can do the same.

- The widget is named by its \`button_guid\` in the path. No scope and no token of the API is involved.
- \`POST /widget-api/{button_guid}/session\` creates a visitor token. Send it as \`Authorization: Bearer <token>\` and keep it: it is the visitor's history.
- From a browser, only pages of the widget's allowed domains may call.
- A visitor's messages are sent with a \`client_message_id\` of yours and can be repeated safely. Idempotency keys are not read.`;

const VISITOR_TAG = 'Visitor API';

type Group = keyof typeof api | keyof typeof site;

const isOfApi = (group: Group): group is keyof typeof api => group in api;

/** The tag of a group's operations: `quickPhrases` is "Quick phrases", `aiUsage` is "AI usage". */
export function tagOf(group: Group) {
  if (!isOfApi(group)) return VISITOR_TAG;
  const words = group.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/^Ai\b/, 'AI');
}

export const tags = [
  ...Object.entries(DESCRIPTIONS).map(([group, description]) => ({ name: tagOf(group as Group), description })),
  { name: VISITOR_TAG, description: VISITOR_API },
];
