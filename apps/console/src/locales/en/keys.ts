export const keys = {
  heading: 'Keyboard shortcuts',
  names: {
    next: 'Next chat',
    previous: 'Previous chat',
    open: 'Open chat',
    reply: 'Reply',
    note: 'Write a note',
    close: 'Close or reopen',
    assign: 'Assign',
    tag: 'Tag contact',
    phrases: 'Quick phrases, in a reply',
    send: 'Send',
    line: 'New line',
    palette: 'Find anything',
    sheet: 'Show shortcuts',
  },
};

export const palette = {
  label: 'Find anything',
  placeholder: 'Search commands, people and messages…',
  chat: 'This chat',
  commands: 'Commands',
  people: 'People',
  chats: 'Chats',
  messages: 'In messages',
  nothing: 'Nothing found.',
  goTo: (place: string) => `Go to ${place}`,
  show: (view: string) => `Show ${view}`,
  theme: (theme: string) => `Theme: ${theme}`,
  keys: 'Keyboard shortcuts',
};
