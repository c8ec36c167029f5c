import { Type } from 'typebox';
import { doc, Guid, Id, Timestamp } from '../route/schemas.ts';
import { type EventDeclaration, events } from '../webhooks/events.ts';
import { TEST_EVENT } from '../webhooks/webhooks.ts';
import { outputSchema, refer } from './components.ts';

const EVENT_ID = 'evt_4f1d2c7a9be84c0f8a3d5e6f70819203';

function header(name: string, description: string, example: string, required = true) {
  return { name, in: 'header', required, description, schema: { type: 'string' }, example };
}

const EVENT_HEADER = 'X-Service-Event';

/** Headers of the requests that a subscribed URL receives. */
export const webhookParameters = {
  Signature: header(
    'X-Service-Signature',
    'HMAC-SHA256 of the raw body with the secret, in hex after `sha256=v1:`. Compute it over the bytes as received, before parsing, and compare in constant time.',
    'sha256=v1:4d128df6e6e4a4fcee7ff4e16ba9449cda5fa62f140d8bb837406ad38d6d219e',
  ),
  PreviousSignature: header(
    'X-Service-Signature-Previous',
    'The same by the secret before, for 24 hours after a rotation with `grace`.',
    'sha256=v1:91d0c16b7c0a3a0a0e1ce2b1b2b7d3a9b0f2a6c1d7d9a4b8c3e5f60718293a4b',
    false,
  ),
  EventKey: header(
    'X-Service-Idempotency-Key',
    'One value for each event, the same in every attempt, redelivery and replay: deduplicate on it. It equals `id` of the body.',
    EVENT_ID,
  ),
  DeliveryAttempt: header(
    'X-Service-Delivery',
    'One value for each attempt: the id of the delivery, a hyphen and the number of the attempt.',
    'dlv_89abcdef0123456789abcdef01234567-1',
  ),
  SentAt: header('X-Service-Timestamp', 'When the request was sent, in Unix seconds. It is not signed.', '1777617060'),
};

const Link = Type.Object({
  label: doc('Text of the button.', Type.String(), { example: 'Track the parcel' }),
  url: doc('Where the button leads.', Type.String(), { example: 'https://shop.example.com/parcels/42' }),
  style: doc('How the button looks, if the sender chose it.', Type.Optional(Type.String()), { example: 'primary' }),
});

/** What an agent replied in a chat of a custom channel. */
const ChannelReply = Type.Object({
  external_channel_id: doc('Your id of the conversation, as you posted it.', Type.String(), { example: 'orders' }),
  external_client_id: doc('Your id of the person, as you posted it.', Type.String(), { example: 'customer-42' }),
  message: doc(
    'The reply.',
    Type.Object({
      id: doc('Id of the message, the same in every attempt: deduplicate on it.', Id, { example: 3108 }),
      body: doc(
        'Text. Phone numbers, e-mail addresses and card numbers are replaced by `[скрыто]`. For a location its coordinates, for a file its name.',
        Type.String(),
        { example: 'It arrives today.' },
      ),
      created_at: doc('When the message was sent. Sort by it, since requests may arrive out of order.', Timestamp),
      buttons: doc('Link buttons below the text.', Type.Optional(Type.Array(Link))),
      name: doc('Name of the file.', Type.Optional(Type.String()), { example: 'photo.jpg' }),
      url: doc('Where to download the file, until the end of the next day (UTC).', Type.Optional(Type.String()), {
        example: 'https://chat.example.com/files/1.58.2026-05-01.Zk2b0vQ9c1XyT7uRw5aLmA/photo.jpg',
      }),
    }),
  ),
});

const TestData = Type.Object({
  button_guid: doc('Public id of the widget.', Guid),
  subscription_id: doc('The subscription that is tested.', Id, { example: 5 }),
  at: doc('When the test was requested.', Timestamp),
});

/** Every request that the platform makes to the URL of a subscription or a channel. */
export function describeWebhooks() {
  const test = { name: TEST_EVENT, trigger: 'Someone sends a test to a subscription.', data: TestData };
  return {
    ...Object.fromEntries([...Object.values(events), test].map((event) => [event.name, describeEvent(event)])),
    'channel.outbound': describeChannelReply(),
  };
}

function describeEvent({ name, trigger, data }: Pick<EventDeclaration, 'trigger'> & { name: string; data: object }) {
  const envelope = {
    type: 'object',
    required: ['id', 'type', 'data', ...(name === TEST_EVENT ? [] : ['number'])],
    properties: {
      id: {
        type: 'string',
        pattern: '^evt_',
        description: 'Id of the event. Events may arrive twice: deduplicate by it.',
        examples: [EVENT_ID],
      },
      type: { const: name, description: 'Name of the event.' },
      data: { description: 'Ids and enumerations, never message texts.', ...outputSchema(data) },
      ...(name !== TEST_EVENT && {
        number: {
          type: 'integer',
          description: 'Place of the event in the feed, `GET /v1/events`. Order by it.',
          examples: [80_412],
        },
      }),
    },
  };
  return describeRequest(name, 'Webhooks', {
    summary: trigger.replace(/\.$/, ''),
    description: `Sent to [subscriptions](/docs#webhooks-create) of \`${name}\`. Deliveries run in parallel and may arrive in any order.`,
    parameters: Object.keys(webhookParameters).map((parameter) => refer('parameters', parameter)),
    schema: envelope,
  });
}

function describeChannelReply() {
  return describeRequest('channel.outbound', 'Channels', {
    summary: 'An agent replies in a chat of a custom channel',
    description:
      'Sent to the `outbound_url` of an active [channel](/docs#channels-create), without an envelope. One redirect is followed. Notes, system messages and messages of the customer are not sent.',
    parameters: [refer('parameters', 'Signature')],
    schema: outputSchema(ChannelReply),
  });
}

interface Request {
  summary: string;
  description: string;
  parameters: object[];
  schema: object;
}

function describeRequest(name: string, tag: string, { summary, description, parameters, schema }: Request) {
  const event = {
    ...header(EVENT_HEADER, 'Name of the event.', name),
    schema: { type: 'string', const: name },
  };
  return {
    post: {
      operationId: `on${name.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
      tags: [tag],
      summary,
      description,
      security: [],
      parameters: [event, ...parameters],
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: {
        '2XX': { description: 'Received. Respond within 10 seconds and do the work afterwards.' },
        default: { description: 'Retried after 10, 20 and 40 seconds; after four attempts the delivery has failed.' },
      },
    },
  };
}
