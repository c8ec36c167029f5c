/** Results of the search in the inbox. */
export const inboxSearch = {
  people: 'People',
  messages: 'Messages',
  more: 'Show more',
  views: {
    mine: 'Mine',
    unassigned: 'Unassigned',
    open: 'Open',
    ai: 'With AI',
    snoozed: 'Snoozed',
    done: 'Done',
    spam: 'Spam',
  },
};
