export const invite = {
  email: 'Teammate’s e-mail',
  example: 'name@example.com',
  submit: 'Invite',
  sending: 'Inviting…',
  sent: (email: string) => `Invitation sent to ${email}; the link expires in 7 days.`,
  linkReady: (email: string) =>
    `No mail server is set up, so send ${email} this link yourself. It’s shown only now and expires in 7 days.`,
  link: (email: string) => `Invitation link for ${email}`,
  refused: {
    already_agent: 'Already on the team.',
    already_invited: 'Already invited. The link in their e-mail still works.',
    seat_limit_reached: 'All seats are taken or reserved for pending invitations.',
    upstream_failed: 'The e-mail couldn’t be sent, so no one was invited. Check SMTP_URL on the server and try again.',
  },
};
