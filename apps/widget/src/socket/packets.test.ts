import { expect, test } from 'vitest';
import { parse } from './address.ts';
import { decodePacket, decodePayload, encodePayload } from './engine-packets.ts';
import { Decoder, Encoder } from './packets.ts';

/** The packets decoded from a text. */
function decode(text: string) {
  const decoded: unknown[] = [];
  const decoder = new Decoder();
  decoder.on('decoded', (packet) => decoded.push(packet));
  decoder.add(text);
  return decoded;
}

const packets = [
  ['0/visitor,{"token":"a,b"}', { type: 0, nsp: '/visitor', data: { token: 'a,b' } }],
  ['1/visitor,', { type: 1, nsp: '/visitor' }],
  ['2/visitor,["typing",{"state":"start"}]', { type: 2, nsp: '/visitor', data: ['typing', { state: 'start' }] }],
  ['2/visitor,12["send",{"body":"1\\n/2,"}]', { type: 2, nsp: '/visitor', id: 12, data: ['send', { body: '1\n/2,' }] }],
  ['3/visitor,0[]', { type: 3, nsp: '/visitor', id: 0, data: [] }],
  ['4/visitor,{"message":"no"}', { type: 4, nsp: '/visitor', data: { message: 'no' } }],
] as const;

test.each(packets)('%s is encoded and decoded as by Socket.IO', (text, packet) => {
  expect(new Encoder().encode(packet)).toEqual([text]);
  expect(decode(text)).toEqual([packet]);
});

test('a packet without a namespace belongs to the root', () => {
  expect(decode('0{"sid":"a"}')).toEqual([{ type: 0, nsp: '/', data: { sid: 'a' } }]);
});

test.each(['', '7', 'hello', '51-["binary",{}]', '2/visitor,["half'])(
  'decoding the invalid packet %j throws',
  (text) => {
    expect(() => decode(text)).toThrow();
  },
);

test('Engine.IO packets share one body, and an invalid one decodes to an error', () => {
  const several = [{ type: 'message', data: '2/visitor,["a"]' }, { type: 'pong' }, { type: 'ping', data: 'probe' }];
  let body = '';
  encodePayload(several, (text) => {
    body = text;
  });
  expect(body).toBe('42/visitor,["a"]\x1e3\x1e2probe');
  expect(decodePayload(body)).toMatchObject(several);
  expect(['', 'x', '9'].map((text) => decodePacket(text).type)).toEqual(['error', 'error', 'error']);
});

test.each([
  ['https://chat.example.com/visitor', { protocol: 'https', host: 'chat.example.com', port: '', path: '/visitor' }],
  ['http://localhost:3000/visitor', { protocol: 'http', host: 'localhost', port: '3000', path: '/visitor' }],
  ['http://[::1]:3000', { protocol: 'http', host: '::1', port: '3000', path: '/' }],
])('%s is parsed', (source, parts) => {
  expect(parse(source)).toEqual({ source, query: '', ...parts });
});
