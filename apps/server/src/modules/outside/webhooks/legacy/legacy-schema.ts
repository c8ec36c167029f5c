import { type Static, Type } from 'typebox';

// Bodies of migration-layer subscriptions, in the legacy platform's vocabulary.

/** Free text: personal data in it is scrubbed. */
const HumanText = Type.Unsafe<string>({ type: 'string', isHumanText: true });
const MaybeHumanText = Type.Unsafe<string | null>({ type: ['string', 'null'], isHumanText: true });

const assigned = { id: Type.String(), name: MaybeHumanText, email: MaybeHumanText };
const Assigned = Type.Object(assigned);
const Agent = Type.Object({ ...assigned, phone: MaybeHumanText });
const MaybeAgent = Type.Unsafe<Static<typeof Agent> | null>({ ...Agent, type: ['object', 'null'] });

const Visitor = Type.Object({
  name: MaybeHumanText,
  email: MaybeHumanText,
  phone: MaybeHumanText,
  description: MaybeHumanText,
  number: Type.String(),
  chats_count: Type.Integer(),
});

/** A site may put the recipient's name into its campaign links. */
const Campaign = Type.Partial(
  Type.Object({ source: HumanText, campaign: HumanText, content: HumanText, medium: HumanText, term: HumanText }),
);

const Session = Type.Object({
  geoip: Type.Null(),
  utm: MaybeHumanText,
  utm_json: Type.Unsafe<Static<typeof Campaign> | null>({ ...Campaign, type: ['object', 'null'] }),
  ip_addr: Type.Null(),
  user_agent: Type.Null(),
});

/** Fields of events about a contact. */
const ofVisitor = {
  event_name: Type.String(),
  widget_id: Type.String(),
  user_token: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  visitor: Visitor,
  organization: Type.Null(),
  status: Type.Null(),
  assigned_agent: Type.Unsafe<Static<typeof Assigned> | null>({ ...Assigned, type: ['object', 'null'] }),
  /** A tag is identified by its name. */
  tags: Type.Array(Type.Object({ id: HumanText, title: HumanText })),
};

/** Fields of events about a chat. */
const ofChat = {
  ...ofVisitor,
  chat_id: Type.Integer(),
  topic: Type.Null(),
  session: Session,
  page: Type.Object({ url: Type.Unsafe<string | null>({ type: ['string', 'null'] }), title: MaybeHumanText }),
  analytics: Type.Null(),
};

const Message = Type.Object({
  message: HumanText,
  timestamp: Type.Integer(),
  type: Type.Enum(['visitor', 'agent']),
  agent_id: Type.Optional(Type.String()),
});

export const legacyBodies = {
  chat_accepted: Type.Object({ ...ofChat, agent: MaybeAgent }),
  chat_updated: Type.Object({ ...ofChat, agent: MaybeAgent }),
  chat_finished: Type.Object({
    ...ofChat,
    agents: Type.Array(Agent),
    chat: Type.Object({
      messages: Type.Array(Message),
      blacklisted: Type.Boolean(),
      rate: Type.Unsafe<'positive' | 'negative' | null>({ enum: ['positive', 'negative', null] }),
    }),
    plain_messages: HumanText,
    /** Scrubbed before serialising: escapes would hide personal data from the patterns. */
    html_messages: Type.String(),
  }),
  client_updated: Type.Object({ ...ofVisitor, client_id: Type.String() }),
  offline_message: Type.Object({ ...ofChat, message: HumanText, offline_message_id: Type.Integer() }),
};
