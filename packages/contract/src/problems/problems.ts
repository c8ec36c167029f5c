interface ProblemEntry {
  status: number;
  title: string;
  /** What the caller can do about it, for the problem's page. */
  help: string;
}

/** Every problem of the API: the only source of error bodies. */
export const problems = {
  malformed_request: {
    status: 400,
    title: 'Malformed request',
    help: 'The body is not valid JSON, repeats a key or is not UTF-8, or the request is not HTTP. Correct it and send it again.',
  },
  idempotency_key_missing: {
    status: 400,
    title: 'Idempotency key required',
    help: 'Send a new UUID in X-Service-Idempotency-Key with every write, and the same one when you retry it.',
  },
  idempotency_key_invalid: {
    status: 400,
    title: 'Invalid idempotency key',
    help: 'Use 1 to 255 visible ASCII characters, such as a UUID.',
  },
  version_unsupported: {
    status: 400,
    title: 'Unsupported protocol version',
    help: 'Reload the page to get a client that speaks a supported version. Sockets state their version in auth.',
  },
  token_missing: {
    status: 401,
    title: 'Token required',
    help: 'Send Authorization: Bearer <token>. Create a token in the console under Settings → Developers.',
  },
  token_invalid: {
    status: 401,
    title: 'Invalid token',
    help: 'Check that the token is complete and belongs to this installation.',
  },
  token_expired: {
    status: 401,
    title: 'Expired token',
    help: 'Create a new token in the console under Settings → Developers.',
  },
  token_revoked: {
    status: 401,
    title: 'Revoked token',
    help: 'Create a new token in the console under Settings → Developers.',
  },
  session_required: {
    status: 401,
    title: 'Not signed in',
    help: 'The session is missing, expired or was ended on another device. Sign in again.',
  },
  sign_in_failed: {
    status: 401,
    title: 'Incorrect e-mail or password',
    help: 'Check both and try again, or reset the password.',
  },
  totp_required: {
    status: 401,
    title: 'Two-factor code required',
    help: 'Two-factor authentication is on for this user. Send the six digits from the authenticator app as totp.',
  },
  two_factor_required: {
    status: 403,
    title: 'Two-factor authentication required',
    help: 'The account requires two-factor authentication. Until you set it up in the console, the session can do nothing else; while it is required, you cannot turn it off.',
  },
  api_disabled: {
    status: 403,
    title: 'API disabled',
    help: 'Turn on the API of the widget in the console under Settings → Developers.',
  },
  missing_scope: {
    status: 403,
    title: 'Missing scope',
    help: 'Use a token that has one of required_scopes. Change the scopes of yours in the console under Settings → Developers.',
  },
  legacy_compat_disabled: {
    status: 403,
    title: 'Migration layer disabled for this channel',
    help: 'Set legacy_compat_enabled to true with PATCH /v1/channels/{id}.',
  },
  role_required: {
    status: 403,
    title: 'Insufficient role',
    help: "Ask the widget's owner to do it or to change your role.",
  },
  origin_not_allowed: {
    status: 403,
    title: 'Origin not allowed',
    help: 'Requests with a session cookie must come from the console. Open it at PUBLIC_URL, or set PUBLIC_URL to the address you use.',
  },
  domain_not_allowed: {
    status: 403,
    title: "This site isn't allowed to use the widget",
    help: 'Add the site to the allowed domains in the console, under Settings, Widget, Installation.',
  },
  visitor_blocked: {
    status: 403,
    title: 'Visitor blocked',
    help: 'An agent blocked the contact. Unblock it with DELETE /v1/contacts/{id}/block.',
  },
  identity_invalid: {
    status: 403,
    title: 'Identity not verified',
    help: 'Sign "user_id.expires" with the widget\'s identity key (HMAC-SHA256, hex); expires must be within the next 30 days. The response is the same when the widget has no identity key, or a new one.',
  },
  transcript_disabled: {
    status: 403,
    title: 'Transcripts by e-mail are disabled',
    help: "Set transcript_mail_enabled to true in the widget's settings.",
  },
  internal_room: {
    status: 403,
    title: 'Internal chat',
    help: 'The internal chat of a department can only be read in the console.',
  },
  invitation_gone: {
    status: 404,
    title: 'This invitation is no longer valid',
    help: 'It was accepted, withdrawn or is older than 7 days. Ask for a new one.',
  },
  route_not_found: {
    status: 404,
    title: 'Route not found',
    help: 'Check the method and the path in the reference at /docs.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    help: 'The widget has nothing with this id. The response is the same for ids that belong to another account.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    help: 'Use one of the methods in the Allow header.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    help: 'The request did not arrive in time. Send it again.',
  },
  sample_data_exists: {
    status: 409,
    title: 'Sample data exists',
    help: 'The widget has sample data already. Remove it before filling the widget again.',
  },
  idempotency_key_reused: {
    status: 409,
    title: 'Idempotency key already used',
    help: 'A write with this key succeeded in the last 24 hours. Read its result instead of repeating it.',
  },
  idempotency_key_in_flight: {
    status: 409,
    title: 'Request with this idempotency key in progress',
    help: 'Wait for its response. If that is lost, retry with the same key in a moment.',
  },
  chat_is_spam: {
    status: 409,
    title: 'Chat is spam',
    help: 'Set its state to active first.',
  },
  chat_is_done: {
    status: 409,
    title: 'Chat is done',
    help: 'Reopen it first: set its state to active.',
  },
  draft_used: {
    status: 409,
    title: 'Draft already used',
    help: 'It was sent or discarded. Read the messages of the chat.',
  },
  wrong_status: {
    status: 409,
    title: 'Not possible in this status',
    help: 'Read the broadcast or campaign: its status does not allow the action. A draft is started, a running one paused, a paused one resumed.',
  },
  not_editable: {
    status: 409,
    title: 'Settings of a started send',
    help: 'Settings can be changed while it is a draft. Copy it to send something else.',
  },
  channel_not_ready: {
    status: 409,
    title: 'Channel not ready',
    help: 'Connect the messenger, or activate the custom channel and give it an outbound URL, then try again.',
  },
  send_required: {
    status: 409,
    title: 'E-mail campaigns are sent',
    help: 'Call POST /v1/marketing/campaigns/{id}/send with consent: true. Only on-site campaigns are started by a transition.',
  },
  not_email: {
    status: 409,
    title: 'Not an e-mail campaign',
    help: 'An on-site campaign has no recipients. Start it with the transition start.',
  },
  agent_not_connected: {
    status: 409,
    title: 'Agent not connected',
    help: 'Choose an agent who is online.',
  },
  chat_already_owned: {
    status: 409,
    title: 'Chat owned by another agent',
    help: 'Its owner is connected. Transfer the chat instead.',
  },
  already_owner: {
    status: 409,
    title: 'Agent already owns the chat',
    help: 'No action is needed.',
  },
  already_attached: {
    status: 409,
    title: 'Agent already in the chat',
    help: 'No action is needed.',
  },
  not_attached: {
    status: 409,
    title: 'Agent not in the chat',
    help: 'Only an agent who was added to the chat can be removed from it; the owner cannot.',
  },
  chat_has_no_client: {
    status: 409,
    title: 'Chat has no contact',
    help: 'This is only possible in a chat with a visitor.',
  },
  seat_limit_reached: {
    status: 409,
    title: 'Seat limit reached',
    help: 'Every seat of the account is taken or reserved by an invitation. Suspend an agent, withdraw an invitation, or add seats with "account set --seats" on the command line.',
  },
  already_agent: {
    status: 409,
    title: 'Already on the team',
    help: 'An agent of this widget has this e-mail. If they are suspended, restore them.',
  },
  already_invited: {
    status: 409,
    title: 'Already invited',
    help: 'Withdraw the pending invitation before you send another one.',
  },
  agent_is_owner: {
    status: 409,
    title: 'Agent is the owner',
    help: "The widget's owner cannot be suspended, removed or given another role.",
  },
  agent_is_ai: {
    status: 409,
    title: 'Agent is an AI operator',
    help: 'AI operators are managed in AI settings.',
  },
  nobody_to_rate: {
    status: 409,
    title: 'No agent to rate',
    help: 'A rating is for the agent who handles the chat. Rate it after the first reply.',
  },
  url_already_registered: {
    status: 409,
    title: 'URL already registered',
    help: 'A URL can have one subscription per account, across all its widgets. Update that one, or use another URL.',
  },
  subscription_inactive: {
    status: 409,
    title: 'Subscription inactive',
    help: 'Nothing is sent to an inactive subscription. Set is_active to true first.',
  },
  channel_inactive: {
    status: 409,
    title: 'Channel inactive',
    help: 'Nothing is sent to a channel that is inactive or has no outbound_url. Set both first.',
  },
  limit_reached: {
    status: 409,
    title: 'Limit reached',
    help: 'A widget can have 100 of each kind of AI object, and 50 invitation rules and templates. Delete one that is not needed.',
  },
  rule_changed: {
    status: 409,
    title: 'Rule changed since it was read',
    help: 'version is not the current one. Read the rule, apply your changes to it and send it again.',
  },
  assistant_in_use: {
    status: 409,
    title: 'Assistant in use',
    help: 'AI operators run it; operators names them. Bind them to another assistant or retire them first.',
  },
  causation_mismatch: {
    status: 409,
    title: 'Causation id of another chat',
    help: 'Send the room_id and the causation_id of the same call. The id was not used up.',
  },
  causation_used: {
    status: 409,
    title: 'Causation id already used',
    help: 'The call was answered: a causation id serves once. Wait for the next call.',
  },
  reply_superseded: {
    status: 409,
    title: 'Reply no longer wanted',
    help: 'A person has taken over, the visitor wrote again, or the wait is over. The reply was not shown; wait for the next call.',
  },
  trigger_mismatch: {
    status: 409,
    title: 'Not a message of the customer in this chat',
    help: 'Send the room_id and the trigger_message_id of the same call.',
  },
  update_id_reused: {
    status: 409,
    title: 'Update id already used for another update',
    help: 'A repeated update must have the same content. Use a new update_id for another one.',
  },
  review_already_given: {
    status: 409,
    title: 'Review already given',
    help: 'This review_request_id was answered with another value. Ask again with a new one.',
  },
  test_required: {
    status: 409,
    title: 'Successful test required',
    help: 'The operator was not tested since its URL or secret changed. Test it with POST /v1/external-operators/{public_id}/tests, then activate it.',
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    help: 'JSON bodies can be up to 1 MiB, those of assistants up to 2 MiB.',
  },
  uri_too_long: { status: 414, title: 'URL too long', help: 'Shorten the query.' },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    help: 'Send Content-Type: application/json, in UTF-8.',
  },
  still_active: {
    status: 422,
    title: 'Broadcast or campaign still active',
    help: 'Finish or cancel it first.',
  },
  validation_failed: {
    status: 422,
    title: 'Validation failed',
    help: 'See errors: it lists each invalid field and what is wrong with it.',
  },
  ai_credential_missing: {
    status: 422,
    title: 'No usable AI credential',
    help: 'No active credential of the assistant, its operator or the widget can be used. Store one with POST /v1/ai/credentials.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    help: 'Wait for the number of seconds in Retry-After, then retry with the same idempotency key.',
  },
  headers_too_large: { status: 431, title: 'Headers too large', help: 'Send fewer or shorter headers.' },
  internal_error: {
    status: 500,
    title: 'Internal error',
    help: 'The error was logged. Give the administrator of this installation the request id in instance.',
  },
  kb_read_only_field: {
    status: 422,
    title: 'Read-only field',
    help: 'Only content and doc_id of a rule can be written. Send nothing else back.',
  },
  kb_embed_credential_missing: {
    status: 422,
    title: 'No credential to embed texts with',
    help: 'No active credential of the widget or of an enabled assistant has an embedding model. Store one with POST /v1/ai/credentials.',
  },
  kb_embed_provider_failed: {
    status: 502,
    title: 'Embedding failed',
    help: 'The model provider did not embed the text. Nothing was changed. Retry in a moment with the same idempotency key, and see GET /v1/ai/alerts.',
  },
  kb_limit_reached: {
    status: 409,
    title: 'Knowledge base full',
    help: 'A widget can have 50,000 rules. Delete a source or rules that are never used.',
  },
  crawl_running: {
    status: 409,
    title: 'Crawl under way',
    help: 'Wait until the crawl has ended, or cancel it with DELETE /v1/kb/crawler.',
  },
  nothing_to_undo: {
    status: 409,
    title: 'Nothing to undo',
    help: 'No crawl of the last 30 days changed anything, or it was undone already.',
  },
  provider_not_writable: {
    status: 422,
    title: 'Messenger not connected this way',
    help: 'Connect VK with POST /v1/messengers/vk/communities, and custom channels with POST /v1/channels.',
  },
  credential_rejected: {
    status: 422,
    title: 'Credential rejected',
    help: 'The messenger does not accept the token. Copy it again, or create a new one. Nothing was stored.',
  },
  permission_missing: {
    status: 422,
    title: 'Permission missing',
    help: 'Create a community token that allows managing the community and its messages. Nothing was stored.',
  },
  paid_plan_required: {
    status: 409,
    title: 'Paid plan required',
    help: 'Connecting, verifying and enabling messengers need a paid plan. Disconnecting never does.',
  },
  messenger_not_connected: {
    status: 409,
    title: 'Messenger not connected',
    help: 'Connect it first with PUT /v1/messengers/{provider}.',
  },
  messenger_taken: {
    status: 409,
    title: 'Account connected elsewhere',
    help: 'Another widget uses this account of the messenger. Disconnect it there, or use another account.',
  },
  already_connected: {
    status: 409,
    title: 'Community already connected',
    help: 'This widget has the community already. Disconnect it first to replace its token.',
  },
  cabinet_slots_exhausted: {
    status: 409,
    title: 'No free cabinet slot',
    help: 'Disable another cabinet, or get a plan with more slots.',
  },
  cabinet_suspended: {
    status: 409,
    title: 'Cabinet suspended by billing',
    help: 'The cabinet is enabled again when its subscription is paid.',
  },
  avito_not_configured: {
    status: 409,
    title: 'Avito not configured',
    help: 'Set AVITO_CLIENT_ID and AVITO_CLIENT_SECRET on the server, from the application in your Avito account.',
  },
  not_failed: {
    status: 409,
    title: 'Message did not fail',
    help: 'Only a message whose `delivery.status` is `failed` can be sent again.',
  },
  edit_refused: {
    status: 409,
    title: 'Change refused',
    help: 'The messenger no longer allows it, or the message is not one of yours. Nothing was changed.',
  },
  edit_not_supported: {
    status: 409,
    title: 'Change not supported',
    help: 'Messages can be edited in tg, vk and mx, and deleted there and in Avito.',
  },
  suppressed_by_recipient: {
    status: 409,
    title: 'The recipient unsubscribed',
    help: 'Only the recipient can undo it, with the link in an e-mail they got or by agreeing again on the site.',
  },
  upstream_failed: {
    status: 502,
    title: 'Upstream service failed',
    help: 'Nothing was changed. Retry in a moment with the same idempotency key.',
  },
  unavailable: {
    status: 503,
    title: 'Service unavailable',
    help: 'Retry in a moment with the same idempotency key.',
  },
} as const satisfies Record<string, ProblemEntry>;

export type ProblemCode = keyof typeof problems;

export const problemCodes = Object.keys(problems) as ProblemCode[];

/** The last part of a problem's address. */
export const slugOf = (code: ProblemCode) => code.replaceAll('_', '-');

/** The body of every error response, RFC 7807. */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  reason: ProblemCode;
  instance?: string;
  /** Messages by field. */
  errors?: Record<string, string[]>;
  required_scopes?: string[];
  hint?: string;
  /** AI operators that stand in the way. */
  operators?: { id: number; name: string }[];
}
