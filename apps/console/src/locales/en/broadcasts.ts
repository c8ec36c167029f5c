const numbered = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`;

export const broadcasts = {
  title: 'Broadcasts',
  lead: 'One message to many people, in the chats they have with you.',
  create: 'New broadcast',
  failed: 'Couldn’t load the broadcasts',
  failedOne: 'Couldn’t load the broadcast',
  missing: 'This broadcast doesn’t exist',
  empty: 'No broadcasts yet',
  emptyLead: 'Tell your customers what’s new, where they already talk to you.',
  noMatches: 'No broadcasts match',
  noMatchesLead: 'Choose another status or channel.',
  channel: 'Channel',
  anyChannel: 'Any channel',
  pauseReasons: {
    schedule_missed: {
      what: () => 'The server was down at the scheduled time.',
      todo: 'Resume it to send now, or cancel it.',
    },
    channel_not_ready: {
      what: (channel: string) => `Nothing can be sent through ${channel}.`,
      todo: 'Connect the channel again, then resume.',
    },
    mail_not_ready: {
      what: () => 'The mail server didn’t take the mails.',
      todo: 'Check the e-mail settings, then resume.',
    },
    too_many_failures: {
      what: () => 'More than a fifth of the messages failed.',
      todo: 'Look at the reasons of those that failed below, then resume or cancel.',
    },
  },
  openChannel: 'Open the channel',
  channelNotReady: (channel: string) => `Nothing can be sent through ${channel} right now. Connect it again first.`,
  renameHeading: 'Rename the broadcast',
  cancel: 'Cancel…',
  removed: 'Broadcast deleted.',
  removeQuestion: 'Delete this broadcast?',
  removeLead: 'Its numbers and its list of recipients go too. Messages stay in their chats.',
  removeDraftLead: 'Nothing of it has been sent.',
  removeConfirm: 'Delete broadcast',
  done: {
    pause: 'Paused. Nothing more is sent.',
    resume: 'Resumed.',
    finish: 'Finished.',
    cancel: 'Cancelled. Nothing more is sent.',
  },
  ends: {
    finish: {
      question: 'Finish this broadcast now?',
      lead: (pending: number) =>
        `${numbered(pending, 'person who is', 'people who are')} still waiting won’t get it. This can’t be undone.`,
      confirm: 'Finish broadcast',
    },
    cancel: {
      question: 'Cancel this broadcast?',
      lead: (pending: number) =>
        pending
          ? `${numbered(pending, 'person who is', 'people who are')} still waiting won’t get it. What has been sent stays in the chats. This can’t be undone.`
          : 'It won’t be sent. This can’t be undone.',
      confirm: 'Cancel broadcast',
    },
  },
  onlyFile: 'A file without text',
  sender: 'From',
  noSender: 'Nobody in particular',
  failReasons: {
    recipient_blocked: 'Blocked you in the messenger',
    recipient_unknown: 'The account no longer exists',
    window_closed: 'The messenger’s time to write is over',
    content_rejected: 'The messenger refused the message',
    too_large: 'The file is too large',
    rate_limited: 'Too many messages in a short time',
    credential_rejected: 'The token isn’t accepted',
    provider_unavailable: 'The messenger didn’t answer',
    not_connected: 'The channel isn’t connected',
  } as Record<string, string>,
};
