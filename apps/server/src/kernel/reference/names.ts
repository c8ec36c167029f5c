import { type api, type RouteGroup, titleOf } from '@parley/contract';

type RouteName = { [Group in keyof typeof api]: `${Group}.${keyof (typeof api)[Group] & string}` }[keyof typeof api];

/** Titles of routes whose name in the contract is not clear enough. */
const TITLES: Partial<Record<RouteName, string>> = {
  'service.whoAmI': 'Who am I',
  'agents.suspend': 'Suspend an agent',
  'agents.restore': 'Restore an agent',
  'agents.setRole': "Set an agent's role",
  'agents.listEvents': "List an agent's events",
  'agents.setAvatar': "Set an agent's avatar",
  'agents.removeAvatar': "Remove an agent's avatar",
  'agents.invite': 'Invite an agent',
  'agents.revokeInvitation': 'Withdraw an invitation',
  'stats.agent': "Read an agent's stats",
  'departments.setAgents': 'Set the agents of a department',
  'departments.setSchedule': 'Set the schedule of a department',
  'stats.channels': 'Read stats by channel',
  'stats.agents': 'Read the stats by agent',
  'stats.timeseries': 'Read stats over time',
  'chats.counts': 'Count chats',
  'chats.create': 'Start a chat',
  'chats.close': 'Close a chat',
  'chats.setState': 'Set the state of a chat',
  'chats.readAi': 'Read AI replies of a chat',
  'chats.setAi': 'Pause or resume AI replies',
  'chats.bulk': 'Change many chats at once',
  'chats.transfer': 'Transfer a chat',
  'chats.claim': 'Claim a chat',
  'chats.attachAgent': 'Add an agent',
  'chats.detachAgent': 'Remove an agent',
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
  'files.read': 'Download a file',
  'files.create': 'Upload a file',
  'chats.requestRating': 'Ask for a rating',
  'chats.readRating': 'Read the rating of a chat',
  'webhooks.listDeliveries': 'List deliveries',
  'webhooks.redeliver': 'Redeliver an event',
  'webhooks.rotateSecret': 'Rotate the secret of a subscription',
  'webhooks.replay': 'Replay a period',
  'webhooks.listEventTypes': 'List subscribable events',
  'events.list': 'List events',
  'channels.create': 'Register a channel',
  'channels.rotateSecret': 'Rotate the secret of a channel',
  'channels.readStatus': 'Read channel status',
  'channels.sendMessage': 'Post an inbound message',
  'compat.bot': 'Legacy: bot',
  'compat.receive': 'Legacy: inbound message',
  'compat.status': 'Legacy: status',
};

/** A route's title: "List contacts", "Update a contact", "Read the account". */
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

/** An anchor in the page: `quickPhrases`, `list` is `quick-phrases-list`. */
export function anchor(...words: string[]) {
  const text = words.join('-').replace(/[a-z](?=[A-Z])/g, '$&-');
  return text.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase();
}
