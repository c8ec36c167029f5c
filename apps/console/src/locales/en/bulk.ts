const inChats = (count: number) => (count === 1 ? '1 chat' : `${count} chats`);

/** Actions on several chats at once. */
export const bulk = {
  selected: (count: number) => `${inChats(count)} selected`,
  selectAll: 'Select all shown',
  unselect: 'Clear selection',
  close: 'Done',
  reopen: 'Reopen',
  spam: 'Mark as spam',
  assign: 'Assign to…',
  snooze: 'Snooze',
  tag: 'Add a tag',
  tagName: 'Tag',
  tagPlaceholder: 'Choose or type a tag',
  add: 'Add',
  said: {
    close: (count: number) => `${inChats(count)} closed`,
    reopen: (count: number) => `${inChats(count)} reopened`,
    spam: (count: number) => `${inChats(count)} marked as spam`,
    snooze: (count: number) => `${inChats(count)} snoozed`,
    assign: (count: number, name: string) => `${inChats(count)} assigned to ${name}`,
    tag: (count: number) => `${inChats(count)} tagged`,
  },
  undone: 'Undone',
};
