import { Type } from 'typebox';
import { PersonName } from '../account/account.ts';
import { Session } from '../account/session.ts';
import { route } from '../route/route.ts';
import { doc, Email, Id, none, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';

/** A pending invitation. */
export const AgentInvitation = Type.Object({
  id: doc('Unique id of the invitation.', Id),
  email: doc('Where it was sent.', Type.String(), { example: 'ann@example.com' }),
  created_at: doc('When it was created.', Timestamp),
  expires_at: doc('Until then the link works and the seat is reserved.', Timestamp, {
    example: '2026-05-08T09:30:00+03:00',
  }),
});

/** With the link where no mail server is set, since nothing else delivers it. It can't be read again. */
export const SentInvitation = Type.Object({
  ...AgentInvitation.properties,
  link: doc(
    "The link where no mail server is set; it can't be read again. Null when it was mailed.",
    nullable(Type.String()),
    { example: null },
  ),
});

/** Each counts e-mails, so that invitations can't be used to send spam. */
const mails = { limit: 10, seconds: 3_600, per: 'widget' } as const;

export const agentInvitationRoutes = {
  listInvitations: route({
    method: 'GET',
    path: '/v1/agents/invitations',
    summary: 'List pending invitations, newest first',
    description: 'An invitation is pending until it is accepted, withdrawn or expires.',
    scope: 'agents:read',
    rate: 'read',
    query: page({}),
    replies: { 200: pageOf(AgentInvitation) },
  }),
  invite: route({
    method: 'POST',
    path: '/v1/agents/invitations',
    summary: 'Invite an agent to the widget by e-mail. Without a mail server, the response has the link',
    description:
      'The invited person becomes an operator of this widget, who sees all its chats. A seat is reserved until the invitation expires. The e-mail is sent before anything is stored: 502 leaves no invitation behind.',
    scope: 'agents:write',
    rate: 'write',
    key: 'required',
    cap: mails,
    body: Type.Object({
      email: doc('Whom to invite. Somebody who has a user already signs in with it.', Email, {
        example: 'ann@example.com',
      }),
    }),
    audit: 'invitation.created',
    replies: { 201: one(SentInvitation) },
    problems: ['seat_limit_reached', 'already_agent', 'already_invited', 'upstream_failed'],
  }),
  resendInvitation: route({
    method: 'POST',
    path: '/v1/agents/invitations/{id}/resend',
    summary: 'Send an invitation again, with a new link that expires in seven days. The old link stops working',
    description: 'Counts against the same limit as invitations, since each mails somebody.',
    scope: 'agents:write',
    rate: 'write',
    key: 'required',
    cap: mails,
    resource: 'agentInvitation',
    audit: 'invitation.sent_again',
    replies: { 200: one(SentInvitation) },
    problems: ['upstream_failed'],
    beyond: true,
  }),
  revokeInvitation: route({
    method: 'DELETE',
    path: '/v1/agents/invitations/{id}',
    summary: 'Withdraw an invitation. Its link stops working',
    description: 'Frees the reserved seat. An agent who has accepted is not affected: suspend or remove them.',
    scope: 'agents:write',
    rate: 'write',
    key: 'optional',
    resource: 'agentInvitation',
    audit: 'invitation.withdrawn',
    replies: { 204: none },
  }),
};

/** What the link's holder sees before accepting. */
const ReceivedInvitation = Type.Object({
  email: Type.String(),
  /** The widget's site. */
  domain: nullable(Type.String()),
  /** Who invites. */
  account_name: nullable(Type.String()),
  /** The e-mail has a user: sign in with the existing password instead of choosing one. */
  is_known: Type.Boolean(),
  expires_at: Timestamp,
});

const token = Type.String({ minLength: 1, maxLength: 128 });
const anybody = { auth: 'none', rate: 'write', beyond: true } as const;

/** Accepting, without a session. */
export const agentInvitations = {
  read: route({
    ...anybody,
    method: 'POST',
    path: '/console-api/invitation',
    summary: 'Retrieve an invitation by the token of its link',
    body: Type.Object({ token }),
    audit: false,
    replies: { 200: one(ReceivedInvitation) },
    problems: ['invitation_gone', 'origin_not_allowed'],
  }),
  accept: route({
    ...anybody,
    method: 'POST',
    path: '/console-api/invitation/accept',
    summary: 'Accept an invitation and sign in, with a name and a new password or with the existing password',
    body: Type.Object({
      token,
      name: Type.Optional(PersonName),
      surname: Type.Optional(PersonName),
      password: Type.String({ minLength: 1, maxLength: 256 }),
      totp: Type.Optional(Type.String({ pattern: '^[0-9]{6}$' })),
    }),
    audit: 'agent.joined',
    replies: { 201: one(Session) },
    problems: ['invitation_gone', 'seat_limit_reached', 'sign_in_failed', 'totp_required', 'origin_not_allowed'],
  }),
};
