export const invitationResults = {
  failed: 'Couldn’t load the results',
  empty: 'Nothing in this period',
  emptyLead: 'Once visitors see your invitations, you’ll see here what they did.',
  steps: 'From invitation to message',
  stepsMessage: (share: string) => `${share} of those who saw an invitation wrote`,
  liftTitle: 'What invitations add',
  liftMessages: {
    more: (count: string) => `Of 100 visitors who see an invitation, ${count} more write than without it`,
    fewer: (count: string) => `Of 100 visitors who see an invitation, ${count} fewer write than without it`,
    unclear: (_: string) => 'It’s too early to say whether invitations make a difference',
  },
  liftLegend:
    'More or fewer visitors of 100 who write, compared with those who saw nothing. The line is the range within which the figure lies with 95% confidence.',
  all: 'All together',
  deleted: (name: string) => `${name} (deleted)`,
  points: (value: string) => `${value} of 100`,
  range: (low: string, high: string) => `${low} to ${high}`,
  meanings: { more: 'more write', fewer: 'fewer write', unclear: 'may be chance' },
  tooFew: (least: string, shown: string, heldOut: string) =>
    `Not enough visitors yet: it takes ${least} who saw it (now ${shown}) and ${least} who didn’t (now ${heldOut}).`,
  notMeasured: 'Not measured. Let a share of visitors see nothing, to compare with.',
  byRule: 'By rule',
  rule: 'Rule',
  kept: 'Invitations count on the day they were shown, and are kept for 180 days.',
  terms: {
    shown: { name: 'Shown', definition: 'How many times an invitation was shown.' },
    opened: { name: 'Opened', definition: 'Visitors opened the chat from the invitation.' },
    clicked: { name: 'Quick replies', definition: 'Visitors sent one of the quick replies.' },
    wrote: { name: 'Wrote', definition: 'Visitors wrote within 24 hours of the invitation.' },
    wrote_share: { name: 'Wrote, %', definition: 'Those who wrote out of those who saw the invitation.' },
    dismissed: { name: 'Dismissed', definition: 'Visitors closed the invitation.' },
    held_out: { name: 'Held back', definition: 'Visitors who met the rule and saw nothing, to compare with.' },
    held_out_wrote: { name: 'Wrote unasked', definition: 'Held-back visitors who wrote within 24 hours all the same.' },
    lift: {
      name: 'Adds',
      definition:
        'How many more of 100 visitors write with the invitation than without. From 100 visitors on each side.',
    },
  },
};
