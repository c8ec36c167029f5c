import { expect, test } from 'vitest';
import type { Broadcast } from '../../model/broadcast-queries.ts';
import { type DraftValues, emptyValues, messageOf, patchOf, settingsOf, valuesOf } from './draft-values.ts';

const MOSCOW = 'Europe/Moscow';
const full: DraftValues = {
  ...emptyValues,
  name: 'Sale',
  kind: 'keyboard',
  body: 'Hi {{contact.first_name|there}}',
  buttons: [{ key: '0', label: 'Shop', url: ' https://shop.example/ ' }],
  agentId: 7,
  tagsAny: ['vip'],
  created: { from: '2026-03-01', to: '2026-03-31' },
  attributes: [{ key: 'plan', name: 'plan', value: 5 }],
  sendAt: '2026-04-01T09:30',
  window: { from: '09:00', to: '21:00' },
  ratePerMinute: 60,
  minGapHours: 24,
};

test('days are whole days in the time zone of the account', () => {
  expect(settingsOf(full, MOSCOW).audience).toEqual({
    tags_any: ['vip'],
    created_from: '2026-02-28T21:00:00.000Z',
    created_to: '2026-03-31T21:00:00.000Z',
    attributes: { plan: 5 },
  });
});

test('a saved draft fills the form as it was', () => {
  const settings = settingsOf(full, MOSCOW);
  const read = valuesOf({ channel: 'service', name: 'Sale', settings } as Broadcast, MOSCOW);
  expect(read).toEqual({ ...full, buttons: [{ key: '0', label: 'Shop', url: 'https://shop.example/' }] });
});

test('what was cleared is removed', () => {
  expect(patchOf(settingsOf(emptyValues, MOSCOW))).toEqual({
    message: null,
    agent_id: null,
    template: null,
    audience: null,
    send_at: null,
    window: null,
    rate_per_minute: null,
    min_gap_hours: null,
  });
});

test('a template has a parameter a line, and belongs to WhatsApp', () => {
  const lines = { templateName: ' spring_sale ', templateParameters: '{{contact.name|you}}\n\nMay 5\n' };
  const values: DraftValues = { ...full, ...lines, channel: 'wa' };
  const settings = settingsOf(values, MOSCOW);
  expect(settings.template).toEqual({ name: 'spring_sale', parameters: ['{{contact.name|you}}', 'May 5'] });
  expect(valuesOf({ channel: 'wa', name: 'Sale', settings } as Broadcast, MOSCOW)).toMatchObject({
    templateName: 'spring_sale',
    templateLanguage: '',
    templateParameters: '{{contact.name|you}}\nMay 5',
  });
  expect(settingsOf({ ...values, channel: 'tg' }, MOSCOW)).not.toHaveProperty('template');
});

test('a message is left out until there is enough of it', () => {
  expect(messageOf({ ...emptyValues, body: '  ' })).toBeUndefined();
  expect(messageOf({ ...emptyValues, kind: 'file', body: 'See' })).toBeUndefined();
  const file = { id: 3, isPicture: true };
  expect(messageOf({ ...emptyValues, kind: 'file', file })).toEqual({ type: 'image', file: { id: 3 } });
  expect(messageOf({ ...emptyValues, kind: 'keyboard', body: 'See' })).toEqual({ type: 'text', body: 'See' });
});
