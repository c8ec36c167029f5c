import { chatActions } from './en/chat-actions.ts';
import { composer } from './en/composer.ts';
import { contacts } from './en/contacts.ts';
import { content } from './en/content.ts';
import { firstSteps, inbox } from './en/inbox.ts';
import { keys, palette } from './en/keys.ts';
import { panel } from './en/panel.ts';
import { profile } from './en/profile.ts';
import { inbox } from './en/inbox.ts';
import { notifications } from './en/notifications.ts';
import { panel } from './en/panel.ts';
import { profile } from './en/profile.ts';
import { release } from './en/release.ts';
import { inbox } from './en/inbox.ts';
import { panel } from './en/panel.ts';
import { profile } from './en/profile.ts';
import { visitors } from './en/visitors.ts';

export const en = {
  product: 'Parley',
  title: (screen: string) => `${screen} · Parley`,
  language: 'Language',
  copy: 'Copy',
  copied: 'Copied',
  close: 'Close',
  now: 'now',
  password: {
    show: 'Show characters',
    hide: 'Hide characters',
    rule: 'At least 10 characters. A few unrelated words do well.',
    tooShort: 'Too short: at least 10 characters.',
    tooLong: 'Too long: at most 256 characters.',
    missing: 'Enter your password.',
    wrong: 'This is not your password.',
  },
  code: {
    label: 'Six-digit code',
    missing: 'Enter all six digits.',
    wrong: 'This code is wrong or was used before. Enter the next one your app shows.',
  },
  signIn: {
    title: 'Sign in',
    heading: 'Sign in to Parley',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    sending: 'Signing in…',
    forgot: 'Forgot password?',
    emailMissing: 'Enter your e-mail.',
    wrong: 'E-mail or password is wrong.',
    codeHeading: 'Confirm it is you',
    codeLead: 'Open your authenticator app and enter the code for Parley.',
    otherAccount: 'Use another account',
    notes: {
      'password-reset': 'Your password is changed. Sign in with the new one.',
      'session-ended': 'Your session has ended. Sign in, and you are back where you were.',
    },
  },
  forgotPassword: {
    title: 'Forgot password',
    heading: 'Set a new password',
    lead: 'Enter the e-mail you sign in with. We will send a link to it.',
    email: 'E-mail',
    emailWrong: 'Enter a whole e-mail address, like name@example.com.',
    submit: 'Send link',
    sending: 'Sending…',
    sentHeading: 'Check your mail',
    sent: (email: string) =>
      `If ${email} is known here, a link is on its way. Nothing after a few minutes? Look in the spam folder.`,
    back: 'Back to sign in',
  },
  resetPassword: {
    title: 'New password',
    heading: 'Choose a new password',
    label: 'New password',
    submit: 'Save password',
    sending: 'Saving…',
    deadHeading: 'This link does not work',
    dead: 'It is incomplete, too old or was used before. A new one takes a minute.',
    again: 'Get a new link',
  },
  shell: {
    skip: 'Skip to content',
    navigation: 'Sections',
    away: 'No connection to the server. What you write is sent as soon as it is back.',
    home: 'Home',
    menu: (name: string) => `Your menu, ${name}`,
    profile: 'Profile and security',
    widgets: 'Widget',
    widget: (id: number) => `Widget ${id}`,
    theme: 'Theme',
    themes: { auto: 'System', light: 'Light', dark: 'Dark' },
    signOut: 'Sign out',
    signOutEverywhere: 'Sign out everywhere',
  },
  inbox,
  content,
  composer,
  chatActions,
  panel,
  firstSteps,
  keys,
  palette,
  contacts,
  visitors,
  notifications,
  release,
  sections: {
    inbox: 'Inbox',
    visitors: 'Visitors',
    contacts: 'Contacts',
    developers: 'Developers',
    settings: 'Settings',
  },
  people: {
    colleague: 'A colleague',
    you: (name: string) => `${name} (you)`,
    presence: { online: 'Online', break: 'On a break', offline: 'Offline' },
  },
  roles: { owner: 'Owner', admin: 'Administrator', operator: 'Operator' },
  developers: {
    title: 'Developers',
    lead: 'Programs work with chats, contacts and files through the API and webhooks.',
    widget: 'Widget',
    domain: 'Site',
    noDomain: 'No domain yet',
    api: 'API',
    apiOn: 'On',
    apiOff: 'Off',
    reference: 'API reference',
    referenceLead: 'Every call with its fields, answers and examples.',
    token: 'Make a token',
    tokenLead: 'Programs call the API with a token. Run this where the server runs; the token is shown once.',
    switchOn: 'Switch the API on',
    switchOnLead: 'Tokens of this widget are refused while its API is off.',
  },
  profile,
  twoFactor: {
    heading: 'Two-factor sign-in',
    lead: 'A code from an app on your phone, asked for after the password.',
    on: 'On',
    off: 'Off',
    switchOn: 'Switch on',
    switchOff: 'Switch off',
    cancel: 'Cancel',
    askPassword: 'Your password',
    go: 'Continue',
    working: 'One moment…',
    scan: 'Scan this with your authenticator app',
    qr: 'QR code for the authenticator app',
    orType: 'Or enter this key in the app by hand',
    orOpen: 'Open in an app on this device',
    thenCode: 'Then enter the code it shows',
    confirm: 'Confirm and switch on',
    switchedOn: 'Two-factor sign-in is on.',
    switchedOff: 'Two-factor sign-in is off.',
  },
  failures: {
    offline: 'You are offline. Check the connection and try again.',
    unreachable: 'The server does not answer. Try again in a moment.',
    tooMany: (wait: string) => `Too many attempts. Try again ${wait}.`,
    origin:
      'The server expects the console at another address. Open it there, or set PUBLIC_URL to the address you use.',
    refused: 'The server did not accept this. Check what you entered.',
    server: 'Something went wrong on the server. Try again in a moment.',
    crashHeading: 'Something went wrong',
    crash: 'This screen stopped working. Try again; if it stops again, reload the page.',
    brokenPart: 'This part stopped working.',
    unreachableHeading: 'No connection to the server',
    requestId: (id: string) => `Request ${id}`,
    retry: 'Try again',
    reload: 'Reload page',
    missingTitle: 'Not found',
    missingHeading: 'There is no such page',
    missing: 'The address may be mistyped, or the page has moved.',
    home: 'Go home',
  },
};

export type Texts = typeof en;
