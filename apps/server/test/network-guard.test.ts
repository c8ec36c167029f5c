import dgram from 'node:dgram';
import net from 'node:net';
import { expect, test } from 'vitest';

test('tests cannot reach the network', async () => {
  expect(() => net.connect(443, 'example.com')).toThrow('Tests do not reach the network');
  expect(() => net.connect({ host: '192.0.2.1', port: 80 })).toThrow('Tests do not reach the network');
  await expect(fetch('https://example.com')).rejects.toThrow();
  expect(() => dgram.createSocket('udp4').send('x', 53, '192.0.2.1')).toThrow('Tests do not reach the network');
});
