import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startApp } from '../../../test/harness.ts';
import { READ_ONLY_SQL_TRANSACTION, UNIQUE_VIOLATION } from '../../infra/postgres/sqlstate.ts';

const add = (hash: Buffer) => ({
  text: 'INSERT INTO idempotency_keys (hash, created_at) VALUES ($1, now()) RETURNING hash',
  values: [hash],
});

test('a read refuses a statement that changes rows', async () => {
  const { unitOfWork } = await startApp();
  const write = unitOfWork.read(({ sql }) => sql(add(randomBytes(32))));
  await expect(write).rejects.toMatchObject({ code: READ_ONLY_SQL_TRANSACTION });
});

test('a read refuses to lock rows', async () => {
  const { unitOfWork } = await startApp();
  const lock = unitOfWork.read(({ sql }) => sql({ text: 'SELECT FROM idempotency_keys FOR UPDATE' }));
  await expect(lock).rejects.toMatchObject({ code: READ_ONLY_SQL_TRANSACTION });
});

test('a read after a write on the same connection is read-only again', async () => {
  const { unitOfWork } = await startApp();
  await unitOfWork.write({}, async ({ run }) => run(add(randomBytes(32))));
  const writes = Array.from({ length: 20 }, () =>
    unitOfWork.read(({ sql }) => sql(add(randomBytes(32)))).catch(({ code }) => code),
  );
  expect(new Set(await Promise.all(writes))).toEqual(new Set([READ_ONLY_SQL_TRANSACTION]));
});

test('an autocommit statement is committed by itself, and one that fails leaves the connection usable', async () => {
  const { unitOfWork } = await startApp();
  const [first, second] = [randomBytes(32), randomBytes(32)];
  expect(await unitOfWork.autocommit(add(first))).toEqual([{ hash: first }]);
  await expect(unitOfWork.autocommit(add(first))).rejects.toMatchObject({ code: UNIQUE_VIOLATION });
  expect(await unitOfWork.autocommit(add(second))).toEqual([{ hash: second }]);
  const kept = { text: 'SELECT FROM idempotency_keys WHERE hash = ANY ($1)', values: [[first, second]] };
  expect(await unitOfWork.read(({ sql }) => sql(kept))).toHaveLength(2);
});
