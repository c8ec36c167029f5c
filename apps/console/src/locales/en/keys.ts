export const keys = {
  heading: 'Keyboard shortcuts',
  names: {
    next: 'Next chat',
    previous: 'Previous chat',
    open: 'Open the chat',
    reply: 'Reply',
    note: 'Write a note',
    close: 'Done, or reopen',
    assign: 'Assign',
    tag: 'Tag the contact',
    phrases: 'Quick phrases, in the answer',
    send: 'Send',
    line: 'New line',
    palette: 'Find anything',
    sheet: 'This list',
  },
};

export const palette = {
  label: 'Find anything',
  placeholder: 'Go to, find a person or a message…',
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
