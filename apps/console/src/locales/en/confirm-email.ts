/** The page that the link to a new e-mail opens. */
export const confirmEmail = {
  title: 'New e-mail',
  heading: 'Confirm your new e-mail',
  lead: 'You’ll sign in with it and get notifications there.',
  submit: 'Confirm',
  sending: 'Confirming…',
  outcomes: {
    done: {
      heading: 'Your e-mail is changed',
      lead: 'Next time, sign in with the new one. Your password is the same.',
    },
    dead: {
      heading: 'This link doesn’t work',
      lead: 'It’s incomplete, expired, already used or replaced by a newer one. You can request another in your profile.',
    },
  },
  open: 'Open profile',
};
