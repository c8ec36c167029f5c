export const notifications = {
  visitor: 'Visitor',
  offerLabel: 'Notifications',
  offer: 'Get notified about new messages while you’re away from this tab',
  allow: 'Turn on',
  later: 'Not now',
};
