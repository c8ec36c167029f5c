import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { Email, none, nullable, one, Timestamp } from '../route/schemas.ts';
import { GivenPassword } from './session.ts';

/** The address that awaits confirmation. */
const RequestedEmail = Type.Object({
  email: Type.String(),
  /** Until then the link in the e-mail works. */
  expires_at: Timestamp,
  /** The link where no mail server is set, since nothing else delivers it. It can't be read again. */
  link: nullable(Type.String()),
});

const writes = { auth: 'session', rate: 'write', beyond: true, audit: false } as const;

/** A user's own e-mail, changed by the link that is mailed to the new one. */
export const emailChange = {
  request: route({
    ...writes,
    method: 'PUT',
    path: '/console-api/email',
    summary: 'Change your e-mail: mails a link to the new address. An earlier request stops working',
    body: Type.Object({ email: Email, password: GivenPassword }),
    replies: { 200: one(RequestedEmail) },
    problems: ['sign_in_failed', 'already_agent', 'upstream_failed'],
  }),
  resend: route({
    ...writes,
    method: 'POST',
    path: '/console-api/email/resend',
    summary: 'Mail a new link to the address that awaits confirmation. The old link stops working',
    /** Named, so that a request made elsewhere meanwhile is not sent by mistake. */
    body: Type.Object({ email: Email }),
    replies: { 200: one(RequestedEmail) },
    problems: ['upstream_failed'],
  }),
  cancel: route({
    ...writes,
    method: 'DELETE',
    path: '/console-api/email/change',
    summary: 'Keep your e-mail. The link to change it stops working',
    replies: { 204: none },
  }),
  confirm: route({
    auth: 'none',
    rate: 'write',
    beyond: true,
    audit: false,
    method: 'POST',
    path: '/console-api/email/confirm',
    summary: 'Change the e-mail of the user, with the token from the link',
    body: Type.Object({ token: Type.String({ maxLength: 128 }) }),
    replies: { 204: none },
    problems: ['origin_not_allowed'],
  }),
};
