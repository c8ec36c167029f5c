export const personalData = {
  title: 'Personal data',
  lead: 'How long chats are kept, and what you hand over or erase when someone asks.',
  failed: 'Couldn’t load the account',
  keep: 'Keep chats',
  keepLead:
    'With a limit, chats without activity for that long are deleted at night, with their messages, notes and files. Contacts and statistics stay.',
  forEver: 'Forever',
  limited: 'For a limited time',
  days: 'Days without activity',
  daysRule: 'From 30 to 3,650.',
  daysWrong: 'Enter a number from 30 to 3,650.',
  save: 'Save',
  checking: 'Counting chats…',
  saved: 'Saved.',
  ask: (days: string) => `Delete chats after ${days} days?`,
  askLead: (count: string) =>
    count === '0'
      ? 'No chat is that old yet. From now on, chats that reach this age are deleted every night.'
      : `Chats that will be deleted tonight: ${count}. Then every night, as chats reach this age. This can’t be undone.`,
  confirm: 'Delete old chats',
  one: 'One person',
  oneLead:
    'Find the contact to export everything you have about them, or to erase it. Notes aren’t exported: they’re your team’s.',
  search: 'Search by name, e-mail or phone',
  contactsFailed: 'Couldn’t load contacts',
  found: 'Contacts found',
  noMatches: 'No matches',
  noMatchesLead: 'Try another name, e-mail or phone.',
  export: 'Export',
  exportOf: (name: string) => `Export ${name}`,
  erase: 'Erase…',
  eraseOf: (name: string) => `Erase ${name}`,
  more: 'More contacts match. Type more to narrow it down.',
};
