export const aiMenu = {
  tabs: {
    overview: 'Overview',
    operators: 'Operators',
    assistants: 'Assistants',
    knowledge: 'Knowledge',
    credentials: 'Credentials',
    external: 'External operators',
    phrases: 'Phrases',
    alerts: 'Alerts',
    usage: 'Usage',
  },
  saved: 'Saved.',
  more: 'More actions',
  limitReached: 'A widget can have 100 of these. Delete one first.',
  nameMissing: 'Enter a name.',
  urlMissing: 'Enter a full address, like https://example.com/hook.',
  urlRefused: 'This address can’t be called. It must be public and use https.',
};
