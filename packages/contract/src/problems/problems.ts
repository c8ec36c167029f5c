interface ProblemEntry {
  status: number;
  title: string;
  /** What the caller can do about it; the page at the problem's address says so. */
  help: string;
}

/** Every problem a client can be answered with. Nothing else makes an error body. */
export const problems = {
  malformed_request: {
    status: 400,
    title: 'The request is malformed',
    help: 'The body is not valid JSON, has a key twice or is not UTF-8, or the request is no HTTP. Send it again in the right form.',
  },
  idempotency_key_missing: {
    status: 400,
    title: 'An idempotency key is required',
    help: 'Send a fresh UUID in X-Service-Idempotency-Key with every write, and the same one when you repeat it.',
  },
  idempotency_key_invalid: {
    status: 400,
    title: 'The idempotency key is not valid',
    help: 'A key is 1 to 255 visible ASCII characters. A UUID does.',
  },
  version_unsupported: {
    status: 400,
    title: 'This version of the protocol is not spoken here',
    help: 'Load the page anew, which brings a client of the version that the server speaks. A socket states its version in auth.',
  },
  token_missing: {
    status: 401,
    title: 'A token is required',
    help: 'Send Authorization: Bearer <token>. Tokens are made in the dashboard.',
  },
  token_invalid: {
    status: 401,
    title: 'The token is not valid',
    help: 'Check that the token is whole and belongs to this installation.',
  },
  token_expired: {
    status: 401,
    title: 'The token has expired',
    help: 'Make a new token in the dashboard.',
  },
  token_revoked: {
    status: 401,
    title: 'The token was revoked',
    help: 'Make a new token in the dashboard.',
  },
  session_required: {
    status: 401,
    title: 'Sign in first',
    help: 'The session is missing, over or ended elsewhere. Sign in again.',
  },
  sign_in_failed: {
    status: 401,
    title: 'E-mail or password is wrong',
    help: 'Check both and try again, or reset the password.',
  },
  totp_required: {
    status: 401,
    title: 'A code is required',
    help: 'This person signs in with two factors: send the six digits of the authenticator as totp.',
  },
  api_disabled: {
    status: 403,
    title: 'The API is switched off',
    help: 'The owner of the widget switches on "Allow widget API (JS and REST)" in the dashboard.',
  },
  missing_scope: {
    status: 403,
    title: 'The token lacks a scope',
    help: 'Add one of required_scopes to the token in the dashboard; it need not be reissued.',
  },
  legacy_compat_disabled: {
    status: 403,
    title: 'The migration layer is switched off for this channel',
    help: 'Switch legacy_compat_enabled on with PATCH /v1/channels/{id}.',
  },
  role_required: {
    status: 403,
    title: 'Your role does not allow this',
    help: 'Ask the owner of the account, who can also change your role.',
  },
  origin_not_allowed: {
    status: 403,
    title: 'The request comes from another site',
    help: 'What a session changes is changed from the console itself. Open it at PUBLIC_URL, or set PUBLIC_URL to the address you use.',
  },
  domain_not_allowed: {
    status: 403,
    title: 'The widget is not open to this site',
    help: 'The owner of the widget sets the domain of the site in the dashboard.',
  },
  visitor_blocked: {
    status: 403,
    title: 'This visitor was blocked',
    help: 'An operator blocked the contact. Only an operator can let them in again.',
  },
  identity_invalid: {
    status: 403,
    title: 'The identity is not proven',
    help: 'Sign user_id, a dot and expires with the identity key of the widget (HMAC-SHA256, in hex), and let expires be in the next 30 days. Where there is no key yet, or another by now, the answer is the same.',
  },
  transcript_disabled: {
    status: 403,
    title: 'Chats are not sent by mail here',
    help: 'The owner of the widget switches transcript_mail_enabled on in its settings.',
  },
  internal_room: {
    status: 403,
    title: 'This is an internal room',
    help: 'What a department writes among itself is read in the console only.',
  },
  invitation_gone: {
    status: 404,
    title: 'The invitation serves no more',
    help: 'It was accepted, taken back or is older than 7 days. Ask whoever sent it for another one.',
  },
  route_not_found: {
    status: 404,
    title: 'No such route',
    help: 'Check method and path against the reference at /docs.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    help: 'There is nothing with this id in the widget of the token. What belongs to others looks the same.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed here',
    help: 'The Allow header names the methods of this path. Do not try another write instead.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    help: 'Send it again over a better connection.',
  },
  idempotency_key_reused: {
    status: 409,
    title: 'The idempotency key was used before',
    help: 'The write with this key succeeded within the last 24 hours: read its result instead of repeating it.',
  },
  idempotency_key_in_flight: {
    status: 409,
    title: 'A request with this idempotency key is still running',
    help: 'Wait for its answer. If that is lost, repeat with the same key in a moment.',
  },
  chat_is_spam: {
    status: 409,
    title: 'The chat is spam',
    help: 'A spam chat leaves that state only by the state active.',
  },
  chat_is_done: {
    status: 409,
    title: 'The chat is done',
    help: 'Open it first, by the state active.',
  },
  agent_not_connected: {
    status: 409,
    title: 'The agent is not connected',
    help: 'Choose an agent who is online.',
  },
  chat_already_owned: {
    status: 409,
    title: 'The chat belongs to another agent',
    help: 'Its owner is connected. Ask for a transfer, or transfer it.',
  },
  already_owner: {
    status: 409,
    title: 'The agent owns the chat already',
    help: 'There is nothing to do.',
  },
  already_attached: {
    status: 409,
    title: 'The agent is in the chat already',
    help: 'There is nothing to do.',
  },
  not_attached: {
    status: 409,
    title: 'The agent is not attached to the chat',
    help: 'Only an agent who was added beside the owner can be detached.',
  },
  chat_has_no_client: {
    status: 409,
    title: 'The chat has no client',
    help: 'This is possible only in a chat with a visitor.',
  },
  seat_limit_reached: {
    status: 409,
    title: 'There is no free seat',
    help: 'Every seat of the account is taken or kept for somebody who was invited. Suspend an agent, take an invitation back, or get more seats.',
  },
  already_agent: {
    status: 409,
    title: 'This person works here already',
    help: 'The e-mail is of an agent of this widget. A suspended one can be restored.',
  },
  already_invited: {
    status: 409,
    title: 'This person was invited already',
    help: 'Delete the invitation that waits for them to send another one.',
  },
  agent_is_owner: {
    status: 409,
    title: 'The agent is the owner of the widget',
    help: 'The owner can neither be shut out nor be given another role.',
  },
  agent_is_ai: {
    status: 409,
    title: 'The agent is an AI operator',
    help: 'AI operators are managed where the AI is.',
  },
  nobody_to_rate: {
    status: 409,
    title: 'Nobody has answered yet',
    help: 'A rating is of whoever handles the chat. Rate it once somebody has answered.',
  },
  url_already_registered: {
    status: 409,
    title: 'The URL has a subscription already',
    help: 'An account has one subscription a URL, in whichever of its widgets. Change that one, or use another URL.',
  },
  subscription_inactive: {
    status: 409,
    title: 'The subscription is switched off',
    help: 'Nothing is sent to it. Switch is_active on first.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    help: 'JSON bodies are up to 1 MiB.',
  },
  uri_too_long: { status: 414, title: 'The address is too long', help: 'Send less in the query.' },
  unsupported_media_type: {
    status: 415,
    title: 'The media type is not supported',
    help: 'Send Content-Type: application/json, in UTF-8.',
  },
  validation_failed: {
    status: 422,
    title: 'The request is not valid',
    help: 'The member errors names each field and what is wrong with it.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    help: 'Wait as many seconds as Retry-After says, and repeat with the same idempotency key.',
  },
  headers_too_large: { status: 431, title: 'The headers are too large', help: 'Send fewer or shorter headers.' },
  internal_error: {
    status: 500,
    title: 'Something went wrong on our side',
    help: 'The error was logged. Tell the operator of this installation the request id in instance.',
  },
  upstream_failed: {
    status: 502,
    title: 'A service that this needs has failed',
    help: 'Nothing was changed. Try again in a moment, with the same idempotency key.',
  },
  unavailable: {
    status: 503,
    title: 'The service is not available right now',
    help: 'Try again in a moment, with the same idempotency key.',
  },
} as const satisfies Record<string, ProblemEntry>;

export type ProblemCode = keyof typeof problems;

export const problemCodes = Object.keys(problems) as ProblemCode[];

/** The last part of a problem's address. */
export const slugOf = (code: ProblemCode) => code.replaceAll('_', '-');

/** The body of every error answer, RFC 7807. */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  reason: ProblemCode;
  instance?: string;
  /** Each field that is wrong, with what is wrong with it. */
  errors?: Record<string, string[]>;
  required_scopes?: string[];
  hint?: string;
}
