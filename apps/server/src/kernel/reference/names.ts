import { type api, type RouteGroup, titleOf } from '@parley/contract';

type RouteName = { [Group in keyof typeof api]: `${Group}.${keyof (typeof api)[Group] & string}` }[keyof typeof api];

/** Of routes whose name in the contract does not say enough by itself. */
const TITLES: Partial<Record<RouteName, string>> = {
  'service.whoAmI': 'Who am I',
  'agents.suspend': 'Suspend an agent',
  'agents.restore': 'Restore an agent',
  'agents.setRole': 'Set the role of an agent',
  'agents.listEvents': 'List the events of an agent',
  'agents.setAvatar': 'Set the avatar of an agent',
  'agents.removeAvatar': 'Remove the avatar of an agent',
  'agents.invite': 'Invite an agent',
  'agents.revokeInvitation': 'Take an invitation back',
  'stats.agent': 'Read the stats of an agent',
  'departments.setAgents': 'Set who is in a department',
  'departments.setSchedule': 'Set when a department is open',
  'stats.channels': 'Read the stats by channel',
  'stats.agents': 'Read the stats by agent',
  'stats.timeseries': 'Read the stats over time',
  'chats.counts': 'Count chats',
  'chats.create': 'Start a chat',
  'chats.close': 'Close a chat',
  'chats.setState': 'Set the state of a chat',
  'chats.readAi': 'Read the AI of a chat',
  'chats.setAi': 'Switch the AI of a chat',
  'chats.bulk': 'Change many chats at once',
  'chats.transfer': 'Transfer a chat',
  'chats.claim': 'Claim a chat',
  'chats.attachAgent': 'Add an agent',
  'chats.detachAgent': 'Take an agent out',
  'messages.send': 'Send a message',
  'messages.addNote': 'Add a note',
  'messages.sendTyping': 'Show typing',
  'messages.markSeen': 'Mark a message as seen',
  'messages.markRangeSeen': 'Mark messages as seen',
  'chats.transcript': 'Read the transcript',
  'contacts.block': 'Block a contact',
  'contacts.unblock': 'Unblock a contact',
  'contacts.merge': 'Merge two contacts',
  'contacts.addTags': 'Add tags',
  'contacts.removeTag': 'Remove a tag',
  'files.read': 'Fetch a file',
  'files.create': 'Store a file',
  'chats.requestRating': 'Ask for a rating',
  'chats.readRating': 'Read the rating of a chat',
  'webhooks.listDeliveries': 'List deliveries',
  'webhooks.redeliver': 'Send an event again',
  'webhooks.rotateSecret': 'Rotate the secret of a subscription',
  'webhooks.replay': 'Send the events of a period again',
  'webhooks.listEventTypes': 'List what can be subscribed to',
  'events.list': 'Read the events',
  'channels.create': 'Register a channel',
  'channels.rotateSecret': 'Rotate the secret of a channel',
  'channels.readStatus': 'Ask whether anybody is online',
  'channels.sendMessage': 'Deliver a message of a channel',
  'compat.bot': 'Act as a bot of the legacy platform',
  'compat.receive': 'Deliver a message as the legacy platform does',
  'compat.status': 'Ask as the legacy platform does',
};

/** What a route is called where people look for it: "List contacts", "Update a contact", "Read the account". */
export function routeTitle(group: string, name: string, { path }: RouteGroup[string]) {
  const title = titleOf(group).toLowerCase();
  const one = path.endsWith('}') || name === 'create' ? withArticle(singular(title)) : `the ${title}`;
  const titles: Record<string, string> = {
    list: `List ${title}`,
    create: `Create ${one}`,
    read: `Read ${one}`,
    update: `Update ${one}`,
    remove: `Delete ${one}`,
  };
  return TITLES[`${group}.${name}` as RouteName] ?? titles[name] ?? titleOf(name);
}

export const singular = (noun: string) => noun.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** The name of a place in the page: `quickPhrases`, `list` is `quick-phrases-list`. */
export function anchor(...words: string[]) {
  const text = words.join('-').replace(/[a-z](?=[A-Z])/g, '$&-');
  return text.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase();
}
