import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { environmentOn } from '../../test/command-line.ts';
import { freshDatabase } from '../../test/databases.ts';
import { startServer } from '../../test/server-process.ts';
import { describeError } from './log.ts';

test('each request is one JSON line with its id, route and status, and without values of its URL or headers', async () => {
  const server = startServer({ ...environmentOn(await freshDatabase()), METRICS_TOKEN: 'metrics-secret' });
  const url = await server.ready();
  const secrets = { path: 'path-secret', query: 'query-secret', bearer: 'bearer-secret', cookie: 'cookie-secret' };
  await fetch(`${url}/api/compat/${secrets.path}?token=${secrets.query}`, {
    headers: {
      authorization: `Bearer ${secrets.bearer}`,
      cookie: `session=${secrets.cookie}`,
      'x-request-id': 'seen-1',
    },
  });
  await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer metrics-secret' } });
  const { stderr } = await server.stop();
  const lines = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({ reqId: 'seen-1', method: 'GET', route: 'unknown', status: 404 }),
  );
  expect(lines).toContainEqual(expect.objectContaining({ route: '/metrics', status: 200 }));
  for (const secret of [...Object.values(secrets), 'metrics-secret']) expect(stderr).not.toContain(secret);
});

test('the values of a statement in a database error are not logged', () => {
  const refused = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(s3cret)' });
  const failed = new DrizzleQueryError('INSERT INTO users VALUES ($1)', ['s3cret'], refused);
  expect(describeError(failed)).toMatchObject({
    message: 'Failed query: INSERT INTO users VALUES ($1)',
    cause: { code: '23505' },
  });
  const invalid = Object.assign(new Error('invalid input syntax for type integer: "s3cret"'), { code: '22P02' });
  for (const error of [failed, invalid]) expect(JSON.stringify(describeError(error))).not.toContain('s3cret');
});

test('LOG_LEVEL=silent logs nothing', async () => {
  const server = startServer({ ...environmentOn(await freshDatabase()), LOG_LEVEL: 'silent' });
  await server.ready();
  expect((await server.stop()).stderr).toBe('');
});
