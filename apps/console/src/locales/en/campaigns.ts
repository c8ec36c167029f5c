const numbered = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`;

export const campaigns = {
  title: 'Campaigns',
  lead: 'E-mails to your contacts, and offers on your site for a limited time.',
  create: 'New campaign',
  creates: { email: 'New e-mail', onsite: 'New on-site campaign' },
  createLeads: {
    email: 'A letter to the contacts who agreed to get news from you',
    onsite: 'An invitation in the widget between two dates',
  },
  failed: 'Couldn’t load the campaigns',
  failedOne: 'Couldn’t load the campaign',
  missing: 'This campaign doesn’t exist',
  empty: 'No campaigns yet',
  emptyLead: 'Write to your contacts, or greet visitors of your site with an offer.',
  noMatches: 'No campaigns match',
  noMatchesLead: 'Choose another status or type.',
  type: 'Type',
  anyType: 'Any type',
  types: { email: 'E-mail', onsite: 'On-site' },
  shownTo: (times: number, shown: string, wrote: string) =>
    times === 1 ? `Shown once · ${wrote} wrote` : `Shown ${shown} times · ${wrote} wrote`,
  onsiteRunning: 'Running',
  pauseReasons: {
    schedule_missed: {
      what: 'The server was down at the scheduled time.',
      todo: 'Resume it to send now, or finish it.',
    },
    channel_not_ready: {
      what: 'Nothing can be sent right now.',
      todo: 'Check the e-mail settings, then resume.',
    },
    mail_not_ready: {
      what: 'The mail server can’t be reached or doesn’t accept e-mails from this address.',
      todo: 'Those who haven’t got the e-mail yet keep their place. Check the mail server with a test e-mail, then resume.',
    },
    too_many_failures: {
      what: 'More than a fifth of the e-mails failed.',
      todo: 'Look at the reasons below, then resume or finish.',
    },
  },
  openMail: 'E-mail settings',
  askOwner: 'The owner of the account finds it under Settings → E-mail.',
  renameHeading: 'Rename the campaign',
  removed: 'Campaign deleted.',
  removeQuestion: 'Delete this campaign?',
  removeLead: 'Its numbers and its list of recipients go too. Links in its e-mails keep working.',
  removeDraftLead: 'Nothing of it has been sent or shown.',
  removeConfirm: 'Delete campaign',
  done: {
    start: 'The campaign has started.',
    pause: 'Paused. Nothing more is sent or shown.',
    resume: 'Resumed.',
    finish: 'Finished.',
  },
  ends: {
    finish: {
      question: 'Finish this campaign now?',
      lead: (pending: number) =>
        pending
          ? `${numbered(pending, 'person who is', 'people who are')} still waiting won’t get it. This can’t be undone.`
          : 'It ends now. This can’t be undone.',
      confirm: 'Finish campaign',
    },
  },
  failReasons: {
    address_rejected: 'The address doesn’t exist or was refused for good',
    mail_rejected: 'The mail server refused the e-mail',
    mail_deferred: 'The recipient’s server put it off too often',
  } as Record<string, string>,
  letter: 'E-mail',
  subject: 'Subject',
  fromName: 'Sender',
  ownName: 'As in the e-mail settings',
  replyTo: 'Replies to',
  basis: 'Consent',
  bases: {
    recorded: 'Only contacts with a recorded consent',
    attested: 'Also contacts without a record, as confirmed',
  },
  showMail: 'Show the e-mail',
  startsAt: 'Starts',
  endsAt: 'Ends',
  ofHeldOut: (wrote: string, heldOut: string) => `${wrote} of the ${heldOut} held back`,
  noEnd: 'When you finish it',
  shownLater: 'Visitors see it from its start on.',
  nobodyYet: 'No visitor has seen it yet. Numbers appear here within a minute.',
};
