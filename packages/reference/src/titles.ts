/** Titles of operations whose id is not clear enough. */
export const TITLES: Record<string, string> = {
  serviceWhoAmI: 'Who am I',
  agentsSuspend: 'Suspend an agent',
  agentsRestore: 'Restore an agent',
  agentsSetRole: "Set an agent's role",
  agentsListEvents: "List an agent's events",
  agentsSetAvatar: "Set an agent's avatar",
  agentsRemoveAvatar: "Remove an agent's avatar",
  agentsInvite: 'Invite an agent',
  agentsRevokeInvitation: 'Withdraw an invitation',
  statsAgent: "Read an agent's stats",
  departmentsSetAgents: 'Set the agents of a department',
  departmentsSetSchedule: 'Set the schedule of a department',
  statsChannels: 'Read stats by channel',
  statsAgents: 'Read the stats by agent',
  statsTimeseries: 'Read stats over time',
  statsTrend: 'Read the trend of stats',
  statsHours: 'Read the busiest hours',
  statsRatings: 'Read stats of ratings',
  chatsCounts: 'Count chats',
  chatsCreate: 'Start a chat',
  chatsClose: 'Close a chat',
  chatsSetState: 'Set the state of a chat',
  chatsReadAi: 'Read AI replies of a chat',
  chatsSetAi: 'Pause or resume AI replies',
  chatsBulk: 'Change many chats at once',
  chatsTransfer: 'Transfer a chat',
  chatsClaim: 'Claim a chat',
  chatsAttachAgent: 'Add an agent',
  chatsDetachAgent: 'Remove an agent',
  messagesSend: 'Send a message',
  messagesAddNote: 'Add a note',
  messagesSendTyping: 'Show typing',
  messagesMarkSeen: 'Mark a message as seen',
  messagesMarkRangeSeen: 'Mark messages as seen',
  chatsTranscript: 'Read the transcript',
  contactsBlock: 'Block a contact',
  contactsUnblock: 'Unblock a contact',
  contactsMerge: 'Merge two contacts',
  contactsAddTags: 'Add tags',
  contactsRemoveTag: 'Remove a tag',
  contactsExport: 'Export contacts',
  contactsImport: 'Import contacts',
  contactsPreviewImport: 'Preview an import of contacts',
  quickPhrasesExport: 'Export quick phrases',
  quickPhrasesImport: 'Import quick phrases',
  quickPhrasesPreviewImport: 'Preview an import of quick phrases',
  contactsExportOne: 'Export a contact',
  auditLogExport: 'Export the audit log',
  mailTest: 'Send a test mail',
  filesRead: 'Download a file',
  filesCreate: 'Upload a file',
  chatsRequestRating: 'Ask for a rating',
  chatsReadRating: 'Read the rating of a chat',
  webhooksListDeliveries: 'List deliveries',
  webhooksRedeliver: 'Redeliver an event',
  webhooksRotateSecret: 'Rotate the secret of a subscription',
  webhooksTest: 'Send a test event',
  webhooksReplay: 'Replay a period',
  webhooksListEventTypes: 'List subscribable events',
  eventsList: 'List events',
  channelsCreate: 'Register a channel',
  channelsRotateSecret: 'Rotate the secret of a channel',
  channelsReadStatus: 'Read channel status',
  channelsSendMessage: 'Post an inbound message',
  aiAlertsAcknowledge: 'Acknowledge alerts',
  aiMessagesReplace: 'Replace the AI messages',
  aiSettingsMigrate: 'Migrate the legacy persona',
  aiCredentialsList: 'List AI credentials',
  aiCredentialsCreate: 'Store an AI credential',
  aiCredentialsRead: 'Read an AI credential',
  aiCredentialsUpdate: 'Update an AI credential',
  aiOperatorsList: 'List AI operators',
  aiOperatorsCreate: 'Create an AI operator',
  aiOperatorsRead: 'Read an AI operator',
  aiOperatorsUpdate: 'Update an AI operator',
  aiOperatorsRemove: 'Retire an AI operator',
  externalOperatorsCreate: 'Register an external operator',
  aiAssistantsTest: 'Test an assistant',
  aiCredentialsListModels: 'List models of a credential',
  aiBridgeReply: 'Answer a call later',
  aiBridgeCheckPermission: 'Check whether a reply would be shown',
  aiBridgeHandOver: 'Hand a chat to people',
  aiBridgeUpdateContact: 'Fill in a contact from a chat',
  aiBridgeReadAttachment: 'Read the file of a message',
  aiBridgeReview: 'Store a rating given in the conversation',
  externalOperatorsSetState: 'Activate or pause an external operator',
  externalOperatorsTest: 'Test an external operator',
  externalOperatorsListCalls: 'List calls of an external operator',
  externalOperatorsRotateSecret: 'Rotate the secret of an external operator',
  compatBot: 'Legacy: bot',
  compatReceive: 'Legacy: inbound message',
  compatStatus: 'Legacy: status',
};

/** An operation's title: "List contacts", "Update a contact", "Read the account". */
export function operationTitle(operationId: string, tag: string, path: string) {
  const verb = operationId.slice(tag.replaceAll(' ', '').length);
  const title = tag.toLowerCase().replace(/^ai\b/, 'AI');
  const one = path.endsWith('}') || verb === 'Create' ? withArticle(singular(title)) : `the ${title}`;
  const titles: Record<string, string> = {
    List: `List ${title}`,
    Create: `Create ${one}`,
    Read: `Read ${one}`,
    Update: `Update ${one}`,
    Remove: `Delete ${one}`,
  };
  return TITLES[operationId] ?? titles[verb] ?? asSentence(verb);
}

const asSentence = (name: string) => name.replace(/(?<!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export const singular = (noun: string) => noun.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');

const withArticle = (noun: string) => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** An anchor in the page: `quickPhrasesList` is `quick-phrases-list`. */
export function anchor(...words: string[]) {
  const text = words.join('-').replace(/[a-z](?=[A-Z])/g, '$&-');
  return text.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase();
}
