export const contactList = {
  view: 'Columns and sorting',
  sort: 'Sort by',
  sortOfSearch: 'Search results are newest first',
  sorts: { created: 'Newest', name: 'Name', last_seen: 'Last seen', last_chat: 'Last chat' },
  columnsLabel: 'Columns',
  columns: {
    email: 'E-mail',
    phone: 'Phone',
    tags: 'Tags',
    notes: 'Notes',
    lastSeen: 'Last seen',
    lastChat: 'Last chat',
    created: 'Created',
  },
};
