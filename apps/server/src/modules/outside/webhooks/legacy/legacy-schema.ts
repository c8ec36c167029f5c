import { type Static, Type } from 'typebox';

// What subscriptions of the migration layer are sent, in the words of the platform that they were written for.

/** Written by people: personal data in it is not passed on. */
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

/** A shop may put into its links whom it sent them to. */
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

/** Said of a person, whatever happened. */
const ofVisitor = {
  event_name: Type.String(),
  widget_id: Type.String(),
  user_token: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  visitor: Visitor,
  organization: Type.Null(),
  status: Type.Null(),
  assigned_agent: Type.Unsafe<Static<typeof Assigned> | null>({ ...Assigned, type: ['object', 'null'] }),
  /** A tag has no id but its name. */
  tags: Type.Array(Type.Object({ id: HumanText, title: HumanText })),
};

/** Said of a chat. */
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
    /** Scrubbed before it is written: what is escaped looks like nothing any more. */
    html_messages: Type.String(),
  }),
  client_updated: Type.Object({ ...ofVisitor, client_id: Type.String() }),
  offline_message: Type.Object({ ...ofChat, message: HumanText, offline_message_id: Type.Integer() }),
};
