import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../log.ts';
import { StartupError } from '../startup-error.ts';
import { openReceiver } from './receiver.ts';

const rules = { log: createLog('silent'), findMailbox: async () => undefined, store: async () => undefined };
const open = (host: string, port: number) => openReceiver({ host, port, domain: 'bounces.example.com' }, rules);

test('a port in use stops the start and names the setting', async () => {
  const { port, close } = await open('127.0.0.1', 0);
  onTestFinished(close);
  const error = await open('127.0.0.1', port).catch((reason) => reason);
  expect(error).toBeInstanceOf(StartupError);
  expect(error.message).toMatch(/^Bounces cannot be received on 127\.0\.0\.1:\d+ .*set another MAIL_IN_PORT\.$/);
});

test('so does an address of another machine', async () =>
  expect(open('192.0.2.1', 0)).rejects.toThrow(/Set MAIL_IN_HOST and MAIL_IN_PORT/));
