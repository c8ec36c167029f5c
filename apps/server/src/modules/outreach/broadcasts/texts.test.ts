import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addVisitors } from '../../../../test/broadcasts.ts';
import { startApp } from '../../../../test/harness.ts';

const { broadcasts, contacts } = api;

async function start(details: object = {}) {
  const app = await startApp();
  const ann = await app.owner();
  const [visitor] = await addVisitors(app, ann, 1);
  const id = visitor?.contactId ?? '';
  await ann.call(contacts.update, { params: { id }, body: details });
  const preview = (message: object, further: object = {}) =>
    ann.call(broadcasts.preview, { body: { channel: 'service', settings: { message }, ...further } });
  return { app, ann, id, preview };
}

const text = (body: string) => ({ type: 'text', body });

test.each([
  ['{{contact.attributes.Город|x}}', { Город: 'Тверь' }, 'Тверь'],
  ['{{ contact.attributes.my key | x }}', { 'my key': 'yes' }, 'yes'],
  ['{{contact.attributes.constructor|x}}', { a: 1 }, 'x'],
  ['{{contact.attributes.nested|x}}', { nested: { a: 1 } }, 'x'],
  ['{{contact.attributes.count|x}}', { count: 0 }, '0'],
])('%s with the attributes %j is %s', async (body, attributes, filled) => {
  const { preview } = await start({ attributes });
  expect((await preview(text(body))).data.samples).toMatchObject([{ text: filled }]);
});

test.each(['{{имя}}', '{{foo bar}}', '{{contact.attributes.}}', '{{}}', '{{unsubscribe_url}}'])(
  'a text with %s is 422',
  async (body) => {
    const { preview } = await start();
    const answer = await preview(text(`Hi ${body}`));
    expect(answer).toMatchObject({ status: 422, data: { errors: { 'settings.message.body': [expect.any(String)] } } });
  },
);

test.each(['   ', '{{contact.name}}', ' {{contact.name}} {{site|}} '])(
  'a text that somebody would get empty is 422: "%s"',
  async (body) => {
    const { preview } = await start();
    const answer = await preview(text(body));
    expect(answer).toMatchObject({ status: 422, data: { errors: { 'settings.message.body': [expect.any(String)] } } });
  },
);

test('labels of buttons have no variables', async () => {
  const { preview } = await start();
  const keyboard = { buttons: [{ label: 'Hi {{contact.name}}', url: 'https://shop.example/' }] };
  const answer = await preview({ type: 'keyboard', body: 'Hello', keyboard });
  expect(answer).toMatchObject({
    status: 422,
    data: { errors: { 'settings.message.keyboard.buttons.0.label': [expect.any(String)] } },
  });
});

test('a preview is written for a chosen contact, also one that would not get it', async () => {
  const { ann, preview } = await start();
  const { data } = await ann.call(contacts.create, { body: { name: 'Leo' } });
  const found = await preview(text('Hi {{contact.name|you}}'), { contact_id: data.id });
  expect(found.data.samples).toEqual([{ contact_id: data.id, contact_name: 'Leo', text: 'Hi Leo' }]);
  const unknown = await preview(text('Hi'), { contact_id: '0'.repeat(32) });
  expect(unknown).toMatchObject({ status: 422, data: { errors: { contact_id: [expect.any(String)] } } });
});
