export const notifications = {
  visitor: 'Visitor',
  mentioned: (name: string) => `${name} mentioned you`,
  assigned: (name: string) => `${name} assigned you a chat`,
  open: 'Open',
  offerLabel: 'Notifications',
  offer: 'Get notified about new messages while you’re away from this tab',
  allow: 'Turn on',
  later: 'Not now',
};
