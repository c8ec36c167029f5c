import { api, toOpenApi } from '@parley/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { addChat } from '../../test/callers.ts';
import { arrived, startChannel } from '../../test/channels.ts';
import { shareSender } from '../../test/delivery-server.ts';
import { startReceiver } from '../../test/receiver.ts';
import { subscribe } from '../../test/webhooks.ts';

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}

interface DocumentedRequest {
  parameters: { $ref?: string; name: string; required: boolean }[];
  requestBody: { content: { 'application/json': { schema: Schema } } };
}

const { webhooks, components }: { webhooks: Record<string, { post: DocumentedRequest }>; components: Components } =
  JSON.parse(JSON.stringify(toOpenApi({ publicUrl: 'https://chat.example.com', version: '1.2.3' })));

interface Components {
  parameters: Record<string, { name: string; required: boolean }>;
}

const sender = shareSender();

const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, uri: true } });

/** The request is as the document says: its headers, its members, its types. */
function expectDocumented(name: string, { headers, body }: { headers: object; body: string }) {
  const { parameters, requestBody } = webhooks[name]?.post ?? {};
  const documented = (parameters ?? []).map(({ $ref, ...own }) => {
    return $ref ? components.parameters[$ref.split('/').at(-1) ?? ''] : own;
  });
  const sent = Object.keys(headers).filter((header) => header.startsWith('x-service-'));
  const namesOf = (all: typeof documented) => all.map((header) => header?.name.toLowerCase());
  expect(namesOf(documented)).toEqual(expect.arrayContaining(sent));
  expect(sent).toEqual(expect.arrayContaining(namesOf(documented.filter((header) => header?.required))));
  const schema = requestBody?.content['application/json'].schema ?? {};
  const value = JSON.parse(body);
  expect(ajv.validate(schema, value), ajv.errorsText()).toBe(true);
  expect(undocumented(value, schema)).toEqual([]);
}

function undocumented(value: unknown, { properties, items }: Schema, place = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => undocumented(each, items ?? {}, `${place}[]`));
  if (typeof value !== 'object' || value === null || !properties) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const schema = properties[name];
    return schema ? undocumented(each, schema, `${place}.${name}`) : [`${place}.${name}`];
  });
}

test('the requests of a subscription are documented', async () => {
  const app = sender();
  const [ann, receiver] = [await app.owner(), await startReceiver()];
  const { id } = await subscribe(ann, receiver.url, { events: ['chat.created', 'message.created', 'chat.closed'] });
  const { params } = await addChat(app, ann);
  await ann.call(api.chats.close, { params });
  await ann.call(api.webhooks.test, { params: { id } });
  const arrivals = await arrived(receiver, 4);
  const names = arrivals.map(({ headers }) => String(headers['x-service-event']));
  expect(names.toSorted()).toEqual(['chat.closed', 'chat.created', 'message.created', 'webhook.test']);
  for (const [index, arrival] of arrivals.entries()) expectDocumented(names[index] ?? '', arrival);
});

test('the reply to a custom channel is documented', async () => {
  const { receiver, reply } = await startChannel(sender());
  const keyboard = { buttons: [{ label: 'Track it', url: 'https://shop.example/parcels/1' }] };
  await reply('It arrives today', { type: 'keyboard', keyboard });
  const [arrival] = await arrived(receiver, 1);
  expectDocumented('channel.outbound', arrival ?? { headers: {}, body: '{}' });
});
