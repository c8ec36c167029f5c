import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startApp } from '../../../test/harness.ts';
import type { RunSql } from '../../infra/postgres/run-sql.ts';
import { READ_ONLY_SQL_TRANSACTION, UNIQUE_VIOLATION } from '../../infra/postgres/sqlstate.ts';
import { idempotencyKeys } from './tables.ts';

const add = (sql: RunSql, hash: Buffer) => sql({ hash: idempotencyKeys.hash })`
  INSERT INTO idempotency_keys (hash, created_at) VALUES (${hash}, now()) RETURNING hash`;

test('a read refuses a statement that changes rows', async () => {
  const { unitOfWork } = await startApp();
  const write = unitOfWork.read(({ sql }) => add(sql, randomBytes(32)));
  await expect(write).rejects.toMatchObject({ code: READ_ONLY_SQL_TRANSACTION });
});

test('a read refuses to lock rows', async () => {
  const { unitOfWork } = await startApp();
  const lock = unitOfWork.read(({ sql }) => sql`SELECT FROM idempotency_keys FOR UPDATE`);
  await expect(lock).rejects.toMatchObject({ code: READ_ONLY_SQL_TRANSACTION });
});

test('a read after a write on the same connection is read-only again', async () => {
  const { unitOfWork } = await startApp();
  await unitOfWork.write({}, ({ sql }) => add(sql, randomBytes(32)));
  const writes = Array.from({ length: 20 }, () =>
    unitOfWork.read(({ sql }) => add(sql, randomBytes(32))).catch(({ code }) => code),
  );
  expect(new Set(await Promise.all(writes))).toEqual(new Set([READ_ONLY_SQL_TRANSACTION]));
});

test('an autocommit statement is committed by itself, and one that fails leaves the connection usable', async () => {
  const { unitOfWork } = await startApp();
  const [first, second] = [randomBytes(32), randomBytes(32)];
  expect(await add(unitOfWork.autocommit, first)).toEqual([{ hash: first }]);
  await expect(add(unitOfWork.autocommit, first)).rejects.toMatchObject({ code: UNIQUE_VIOLATION });
  expect(await add(unitOfWork.autocommit, second)).toEqual([{ hash: second }]);
  const kept = unitOfWork.read(
    ({ sql }) => sql({})`SELECT FROM idempotency_keys WHERE hash = ANY (${[first, second]})`,
  );
  expect(await kept).toHaveLength(2);
});
