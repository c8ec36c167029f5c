/** A chapter of the guides, in reading order. */
export interface Chapter {
  title: string;
  guides: Entry[];
}

interface Entry {
  /** In the address, `/docs/guides/<name>`. */
  name: string;
  /** If not `docs/guides/<name>.md`. */
  source?: string;
  /** Tags of the operations that it explains. */
  explains?: string[];
}

export const CHAPTERS: Chapter[] = [
  {
    title: 'Integrate',
    guides: [
      { name: 'start', explains: ['Service'] },
      { name: 'webhooks', explains: ['Webhooks', 'Events'] },
      { name: 'signatures', explains: ['Webhooks', 'Channels', 'External operators'] },
      { name: 'webhook-listen', explains: ['Webhooks'] },
      { name: 'chats', explains: ['Chats', 'Messages'] },
      { name: 'when-is-a-chat-finished', explains: ['Chats'] },
      { name: 'contacts', explains: ['Contacts', 'Tags', 'Quick phrases', 'Suppressions'] },
      { name: 'files', explains: ['Files'] },
      { name: 'limits-and-keys', explains: ['Service'] },
      { name: 'channels', explains: ['Channels'] },
      { name: 'external-operators', explains: ['External operators', 'AI bridge', 'AI operators'] },
      { name: 'bridge' },
      { name: 'mcp' },
      { name: 'sdk', source: 'packages/sdk/README.md' },
    ],
  },
  {
    title: 'On your site',
    guides: [
      { name: 'widget', explains: ['Widget', 'Visitors'] },
      { name: 'identity', explains: ['Widget'] },
      { name: 'visitor-api', explains: ['Visitors'] },
      { name: 'realtime' },
      { name: 'invitations', explains: ['Smart invitations'] },
    ],
  },
  {
    title: 'Messengers',
    guides: [
      { name: 'messengers', explains: ['Messengers'] },
      ...['tg', 'vk', 'wa', 'vb', 'fb', 'ok', 'mx', 'avito', 'cian', 'ali', 'apple'].map((code) => ({
        name: `messengers/${code}`,
      })),
    ],
  },
  {
    title: 'AI',
    guides: [
      { name: 'ai', explains: ['AI settings', 'AI assistants', 'AI messages', 'AI alerts', 'AI usage', 'AI turns'] },
      { name: 'knowledge', explains: ['Kb'] },
    ],
  },
  {
    title: 'Team and outreach',
    guides: [
      { name: 'team', explains: ['Agents', 'Audit log'] },
      { name: 'routing', explains: ['Departments'] },
      { name: 'notifications', explains: ['Agents'] },
      { name: 'outreach', explains: ['Broadcasts', 'Campaigns'] },
      { name: 'email', explains: ['Mail', 'Campaigns'] },
      { name: 'statistics', explains: ['Stats', 'Ratings'] },
      { name: 'personal-data', explains: ['Account', 'Contacts'] },
    ],
  },
  {
    title: 'Run a server',
    guides: [{ name: 'operations' }, { name: 'configuration' }],
  },
  {
    title: 'Migrate',
    guides: [{ name: 'migrating', explains: ['Compat'] }, { name: 'migrating-the-widget' }],
  },
];

export const sourceOf = ({ name, source = `docs/guides/${name}.md` }: Entry) => source;
