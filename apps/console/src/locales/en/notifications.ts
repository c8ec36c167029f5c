export const notifications = {
  visitor: 'Visitor',
  offerLabel: 'Notifications',
  offer: 'Hear of new messages while you do something else',
  allow: 'Switch on',
  later: 'Not now',
};
