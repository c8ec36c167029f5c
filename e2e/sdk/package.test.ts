import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { api } from '@parley/contract';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { createProject, oldestNode, packSdk } from './package.ts';
import { startPlace } from './place.ts';

const CONSUMER = fileURLToPath(new URL('./consumer', import.meta.url));
const SOURCES = fileURLToPath(new URL('../../packages/sdk/src', import.meta.url));
/** What the compiler finds wrong. */
const tsc = (directory: string) => spawnSync('tsc', ['-p', directory], { encoding: 'utf8' }).stdout;

test('the package has JavaScript, types and licences, and installs without another package', () => {
  const files = execFileSync('tar', ['-tzf', packSdk()], { encoding: 'utf8' }).trim().split('\n');
  const KINDS = /^package\/(LICENSE|README\.md|package\.json|dist\/(LICENSES\.txt|[\w-]+\.js|types\/[\w/-]+\.d\.ts))$/;
  expect(files.filter((file) => !KINDS.test(file))).toEqual([]);
  const { directory, installed } = createProject();
  expect(installed).toContain('added 1 package');
  const manifest = JSON.parse(readFileSync(path.join(directory, 'node_modules/@parley/sdk/package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).not.toHaveProperty('private');
});

test('every part works on the oldest Node', async () => {
  const { directory } = createProject();
  const place = await startPlace();
  const tour = path.join(directory, 'tour.js');
  cpSync(path.join(CONSUMER, 'tour.js'), tour);
  const env = {
    PARLEY_URL: place.url,
    PARLEY_TOKEN: await place.createToken('all'),
    BUTTON_GUID: place.button_guid,
    AGENT_ID: `${place.agent_id}`,
  };
  const [program = '', ...args] = process.env.SDK_RUNTIME?.split(' ') ?? [oldestNode()];
  const { stdout, stderr } = await promisify(execFile)(program, [...args, tour], { env, timeout: 60_000 });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({
    messages: [
      ['client', 'Is it in stock?'],
      ['agent', 'Yes, ten of them.'],
      ['client', 'receipt.txt'],
    ],
    fed: ['chat.created', 'message.created by client', 'message.created by agent', 'message.created by client'],
    hooked: ['message.created', 'message.created', 'message.created'],
    problem: 'not_found',
    contact_name: 'Ann',
  });
});

/** As strict as a project can be, and with the types of packages checked too. */
const STRICT = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true };

test.for([
  { module: 'node16', moduleResolution: 'node16', lib: ['es2023'], types: ['node'] },
  { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'], types: [] },
] as const)('a strict project compiles with moduleResolution $moduleResolution', (options) => {
  const { directory } = createProject();
  cpSync(path.join(CONSUMER, 'types.ts'), path.join(directory, 'types.ts'));
  const typeRoots = [fileURLToPath(new URL('../../node_modules/@types', import.meta.url))];
  const compilerOptions = { target: 'es2022', ...STRICT, ...options, typeRoots };
  writeFileSync(path.join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['types.ts'] }));
  expect(tsc(directory)).toBe('');
});

const SHARED = ['ParleyEvent', 'ProblemBody', 'ProblemCode', 'Chat', 'Message', 'Agent', 'File', 'VisitorApi'];
const OF_VISITORS = ['VisitorChat', 'VisitorMessage', 'OpenedSession', 'VisitorContent'];

/**
 * Where the compiler takes something else from the sources than their schemas say: figures that look like pages and have
 * none, settings with values of their own type, and changes whose inner defaults it requires.
 */
const IMPRECISE = ['stats', 'widget', 'campaigns'];

test('the written types are those of the contract', () => {
  const { directory } = createProject();
  const names = [...SHARED, ...OF_VISITORS];
  const groups = Object.keys(api).filter((group) => !IMPRECISE.includes(group));
  const lines = [
    `import type * as Source from '${SOURCES}/index.ts';`,
    `import type * as Packed from '@parley/sdk';`,
    'declare const source: Source.Client;',
    'declare const packed: Packed.Client;',
    ...groups.map((group) => `export const from${group}: Source.Client['${group}'] = packed.${group};`),
    ...groups.map((group) => `export const to${group}: Packed.Client['${group}'] = source.${group};`),
    ...names.map((name) => `export const to${name} = (value: Source.${name}): Packed.${name} => value;`),
    ...names.map((name) => `export const from${name} = (value: Packed.${name}): Source.${name} => value;`),
  ];
  writeFileSync(path.join(directory, 'same.ts'), lines.join('\n'));
  const extended = fileURLToPath(new URL('../../tsconfig.json', import.meta.url));
  const compilerOptions = { lib: ['esnext', 'dom'], types: [] };
  const config = { extends: extended, compilerOptions, files: ['same.ts'], include: [], exclude: [] };
  writeFileSync(path.join(directory, 'tsconfig.json'), JSON.stringify(config));
  expect(tsc(directory)).toBe('');
});

test('a bundler for browsers takes only what is used', async () => {
  const { directory } = createProject();
  const client = await bundle(directory, `export { createClient } from '@parley/sdk'`);
  expect(client).not.toMatch(/node:|require\(|socket\.io|x-service-signature/i);
  expect(gzipSync(client).length).toBeLessThan(9_000);
  const visitor = await bundle(directory, `export { openVisitor } from '@parley/sdk/visitor'`);
  expect(visitor).not.toMatch(/node:|\/v1\/contacts/);
  expect(gzipSync(visitor).length).toBeLessThan(22_000);
});

async function bundle(directory: string, line: string) {
  writeFileSync(path.join(directory, 'entry.js'), line);
  const onLog = (_: string, log: { message: string }) => {
    throw new Error(log.message);
  };
  const built = await rolldown({ cwd: directory, input: 'entry.js', platform: 'browser', onLog });
  const { output } = await built.generate({ format: 'esm', minify: true });
  await built.close();
  expect(output).toHaveLength(1);
  return output[0].code;
}

test('the licences of bundled code are in the package', () => {
  const { directory } = createProject();
  const dist = path.join(directory, 'node_modules/@parley/sdk/dist');
  expect(readdirSync(dist)).toContain('LICENSES.txt');
  const text = readFileSync(path.join(dist, 'LICENSES.txt'), 'utf8');
  for (const name of ['socket.io-client', 'engine.io-client', 'socket.io-parser']) expect(text).toContain(`${name} `);
});
