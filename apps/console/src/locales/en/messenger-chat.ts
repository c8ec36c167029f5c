import type { DeliveryReason } from '@parley/contract';

type Blocker = 'window_closed' | 'blocked' | 'not_connected';

/** Why a message did not reach the customer. The first word is the same for all. */
const reasons: Record<DeliveryReason, (messenger: string) => string> = {
  recipient_blocked: (messenger) => `Not delivered: the customer doesn’t accept your messages in ${messenger}`,
  recipient_unknown: (messenger) => `Not delivered: ${messenger} can’t find this customer anymore`,
  window_closed: () => 'Not delivered: the time to reply had run out',
  content_rejected: (messenger) => `Not delivered: ${messenger} didn’t accept this message`,
  too_large: (messenger) => `Not delivered: too large for ${messenger}`,
  rate_limited: (messenger) => `Not delivered: too many messages for ${messenger}. Wait a few minutes`,
  credential_rejected: (messenger) => `Not delivered: ${messenger} no longer accepts the access token`,
  provider_unavailable: (messenger) => `Not delivered: ${messenger} didn’t respond`,
  not_connected: (messenger) => `Not delivered: ${messenger} isn’t connected`,
  cabinet_disabled: (messenger) => `Not delivered: this ${messenger} account is turned off`,
};

const blockers: Record<Blocker, { heading: (messenger: string) => string; lead: (messenger: string) => string }> = {
  window_closed: {
    heading: () => 'The time to reply has run out',
    lead: (messenger) =>
      `${messenger} accepts replies for 24 hours after the customer’s last message. You can reply again once they write.`,
  },
  blocked: {
    heading: (messenger) => `The customer doesn’t accept your messages in ${messenger}`,
    lead: () => 'You can reply again if they unblock you or write first. Until then, try their phone or e-mail.',
  },
  not_connected: {
    heading: (messenger) => `${messenger} isn’t connected`,
    lead: () => 'To reply here, the account this chat came to has to be connected.',
  },
};

export const messengerChat = {
  waiting: 'Waiting to be sent',
  /** A mark and its exact time. */
  markedAt: (mark: string, time: string) => `${mark} · ${time}`,
  reasons,
  /** In place of the name of a messenger. */
  ownChannel: 'the channel',
  /** Of a custom channel, where they differ. */
  ownReasons: {
    not_connected: 'Not delivered: the channel is off',
    credential_rejected: 'Not delivered: the channel refused the call',
  },
  notDelivered: 'Not delivered',
  resend: 'Send again',
  edited: 'edited',
  editedAt: (time: string) => `Edited · ${time}`,
  deleted: 'Message deleted',
  deletedAt: (time: string) => `Deleted · ${time}`,
  yourTeam: 'Your team',
  typedIn: (messenger: string) => `typed in ${messenger}`,
  menu: 'Edit or delete',
  menuDelete: 'Delete message',
  edit: 'Edit',
  editField: 'Edit message',
  editKeys: 'Enter to save, Esc to cancel',
  save: 'Save',
  remove: 'Delete…',
  removeHeading: 'Delete this message?',
  removeLead: (messenger: string) => `It disappears for the customer in ${messenger} too. This can’t be undone.`,
  removeConfirm: 'Delete for everyone',
  problems: {
    edit_refused: (messenger: string) =>
      `${messenger} didn’t allow it: messages can only be changed for a limited time after they’re sent.`,
    edit_not_supported: (messenger: string) => `Messages can’t be changed in ${messenger} once they’re sent.`,
    upstream_failed: (messenger: string) =>
      `${messenger} isn’t responding, so nothing has changed. Try again in a minute.`,
    not_failed: () => 'This message has been sent already.',
    not_found: () => 'This message no longer exists.',
  },
  replyFor: (time: string) => `You can reply for ${time} more`,
  replyUntil: (time: string) => `Until ${time}`,
  hoursAndMinutes: (hours: number, minutes: number) =>
    [hours && `${hours} h`, minutes && `${minutes} min`].filter(Boolean).join(' '),
  blockers,
  notesWork: 'Notes for your team still work.',
  openSettings: 'Open messenger settings',
  askAdmin: 'Ask an administrator to connect it.',
  samePerson: 'May be the same person as',
  sameNumber: 'Same number:',
  merge: 'Merge',
  mergeWith: (name: string) => `Merge with ${name}`,
};
