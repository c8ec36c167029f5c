import { expect, test } from 'vitest';
import { startApp } from '../../../../test/harness.ts';
import { asSystem } from '../../../kernel/data/context.ts';
import { createBounceAddresses, readBounceAddress } from './addresses.ts';

async function start() {
  const app = await startApp();
  const ann = await app.owner();
  return {
    write: (sendId: number, recipientId: number) =>
      app.unitOfWork.write({ tenant: ann }, async (work) =>
        (await createBounceAddresses(asSystem(work, ann), 'b.example'))({ sendId, recipientId }),
      ),
    read: (localPart: string) => app.unitOfWork.read((work) => readBounceAddress(work, localPart)),
    ann,
  };
}

const localPartOf = (address: string) => address.split('@')[0] ?? '';

test('an address has at most 64 octets before the @, for the largest ids', async () => {
  const { write, read, ann } = await start();
  for (const id of [1, 2 ** 48 - 1]) {
    const address = await write(id, id);
    expect(address).toMatch(/^bounce\+[\da-v]{56}@b\.example$/);
    expect(await read(localPartOf(address))).toEqual({ widgetId: ann.widgetId, sendId: id, recipientId: id });
  }
});

test('it may arrive with any case of letters', async () => {
  const { write, read } = await start();
  const localPart = localPartOf(await write(3, 4));
  for (const changed of [localPart.toUpperCase(), `Bounce${localPart.slice(6)}`])
    expect(await read(changed)).toMatchObject({ sendId: 3, recipientId: 4 });
});

test('no other text is an address: not one digit may change', async () => {
  const { write, read } = await start();
  const localPart = localPartOf(await write(3, 4));
  for (let at = 0; at < localPart.length; at += 1) {
    const changed = `${localPart.slice(0, at)}${localPart[at] === '1' ? '2' : '1'}${localPart.slice(at + 1)}`;
    expect(await read(changed)).toBeUndefined();
  }
  for (const other of ['', 'bounce+', localPart.slice(0, -1), `${localPart}0`, ` ${localPart}`, `${localPart}\n`])
    expect(await read(other)).toBeUndefined();
});
