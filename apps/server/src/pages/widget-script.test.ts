import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { createContext, runInContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { api, dashboard, type LoaderConfig, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { anonymousCaller } from '../../test/callers.ts';
import { signIn, startApp, type TestApp } from '../../test/harness.ts';
import { addWidget } from '../../test/people.ts';
import { dataDirectory } from '../../test/server-process.ts';
import { until } from '../../test/until.ts';
import { fileSettings } from '../app/file-settings.ts';
import { readConfig } from '../config.ts';
import { createFileStore } from '../infra/files/file-store.ts';

const built = (name: string) => readFileSync(new URL(`../../../widget/dist/${name}`, import.meta.url), 'utf8');
const LOADER = built('loader.js').trimEnd();

/** Less than the TTL of the caches: a change seen within it came by a notice, not by expiry. */
const AT_ONCE_MS = 3_000;

const get = ({ http }: TestApp, guid: string, headers: Record<string, string> = {}) =>
  http.inject({ url: `/w/${guid}.js`, headers });

/** The configuration that the loader gets: runs the script with a stub in place of the loader. */
function configIn(script: string): LoaderConfig {
  expect(script).toContain(LOADER);
  const context = createContext({});
  runInContext(
    script.replace(LOADER, () => 'globalThis.given = JSON.stringify(PARLEY_CONFIG)'),
    context,
  );
  return JSON.parse(context.given);
}

async function startWidget(options: Parameters<typeof startApp>[1] = {}) {
  const app = await startApp({}, options);
  const ann = await app.owner();
  return { app, ann, read: async () => configIn((await get(app, ann.buttonGuid)).body) };
}

test('the script has the configuration of the widget and the loader', async () => {
  const { app, ann, read } = await startWidget();
  const { status, data } = await anonymousCaller(app)(site.visitor.readConfig, {
    params: { button_guid: ann.buttonGuid },
  });
  expect(status).toBe(200);
  const { online: _, ...config } = data;
  expect(await read()).toEqual({ ...config, origin: app.publicUrl, files: JSON.parse(built('manifest.json')) });
});

test('every file that the configuration names is served', async () => {
  const { app, read } = await startWidget();
  const { files } = await read();
  const names = [files.chat, ...Object.values(files.locales)];
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) expect((await app.http.inject(`/widget/${name}`)).statusCode).toBe(200);
});

test('the script can be used by pages of any origin, and is revalidated each time', async () => {
  const { app, ann } = await startWidget();
  const answer = await get(app, ann.buttonGuid, { origin: 'https://anywhere.example' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag: expect.stringMatching(/^W\/"\d+-[\w-]+"$/),
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'timing-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  });
  const known = await get(app, ann.buttonGuid, { 'if-none-match': String(answer.headers.etag) });
  expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', answer.headers.etag]);
  const head = await app.http.inject({ method: 'HEAD', url: `/w/${ann.buttonGuid}.js` });
  expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', answer.headers.etag]);
});

test('the script is compressed in an encoding that the browser accepts', async () => {
  const { app, ann } = await startWidget();
  const { body } = await get(app, ann.buttonGuid);
  const brotli = await get(app, ann.buttonGuid, { 'accept-encoding': 'gzip, br' });
  const gzip = await get(app, ann.buttonGuid, { 'accept-encoding': 'gzip' });
  expect([brotli.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(body);
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(body);
});

test('the script is cached: settings are not read again until they change', async () => {
  const { app, ann } = await startWidget({ isolated: true });
  const first = await get(app, ann.buttonGuid);
  await app.sql('ALTER TABLE widget_settings RENAME TO settings_elsewhere');
  expect((await get(app, ann.buttonGuid)).body).toBe(first.body);
  const known = await get(app, ann.buttonGuid, { 'if-none-match': String(first.headers.etag) });
  expect(known.statusCode).toBe(304);
});

test('a change is served immediately by every node', async () => {
  const { app, ann } = await startWidget();
  const node = await startApp({}, { connection: app.connection });
  const before = [await get(app, ann.buttonGuid), await get(node, ann.buttonGuid)];
  expect(before[0]?.headers.etag).toBe(before[1]?.headers.etag);
  await ann.call(api.widget.updateSettings, { body: { skin: 'liquid' } });
  const after = await get(app, ann.buttonGuid);
  expect(after.headers.etag).not.toBe(before[0]?.headers.etag);
  expect(configIn(after.body).look.skin).toBe('liquid');
  const isServed = async () => (await get(node, ann.buttonGuid)).body === after.body;
  await until(isServed, 'the other node serves the change', AT_ONCE_MS);
});

test('a change of API access or domain changes the script, and not that of another widget', async () => {
  const { app, ann, read } = await startWidget();
  const second = await addWidget(app, ann);
  const other = (await get(app, second.buttonGuid)).headers.etag;
  const { call } = await signIn(app, ann);
  await call(dashboard.widgetAccess.update, { body: { api_enabled: false, domains: ['shop.example'] } });
  expect(await read()).toMatchObject({ api_enabled: false, domains: ['shop.example'] });
  expect((await get(app, second.buttonGuid)).headers.etag).toBe(other);
});

test('no text in the settings can end the script early', async () => {
  const { app, ann, read } = await startWidget();
  const words = '</script><!--<script>\u2028\u2029`$`\\u003c"\'';
  await ann.call(api.widget.updateSettings, { body: { widget_greeting: words } });
  expect((await read()).texts.greeting.source).toBe(words);
  const own = (await get(app, ann.buttonGuid)).body.replace(LOADER, () => '');
  expect(own).not.toMatch(/[<\u2028\u2029]/);
});

test('the script of the legacy API has one URL for all widgets, and is under 3 KiB compressed', async () => {
  const { app } = await startWidget();
  const read = (headers: Record<string, string> = {}) => app.http.inject({ url: '/w/legacy.js?widget=any', headers });
  const answer = await read();
  expect([answer.statusCode, answer.body]).toEqual([200, built('legacy.js')]);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect((await read({ 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304);
  expect((await read({ 'accept-encoding': 'gzip' })).rawPayload.length).toBeLessThan(3 * 1_024);
});

test('the script of an unknown widget is 404, and that response is not cached', async () => {
  const { app, ann } = await startWidget();
  const odd = ['f'.repeat(32), ann.buttonGuid.toUpperCase(), ann.buttonGuid.slice(1), `${ann.buttonGuid}0`, '%00', 'x'];
  for (const guid of odd) {
    const answer = await get(app, guid);
    expect([guid, answer.statusCode, answer.headers['cache-control']]).toEqual([guid, 404, 'no-store']);
    expect(answer.json()).toMatchObject({ status: 404, reason: 'not_found' });
  }
  expect((await app.http.inject(`/w/${ann.buttonGuid}`)).statusCode).toBe(404);
});

test('a server stores the files of its release when it starts', async () => {
  const DATA_DIR = dataDirectory();
  await startApp({ DATA_DIR }, { background: true });
  const { chat } = JSON.parse(built('manifest.json'));
  const stream = await createFileStore(fileSettings(readConfig({ DATA_DIR }))).read(`widget/${chat.replace('.', '_')}`);
  expect(stream && (await text(stream))).toBe(built(`assets/${chat}`));
});

test('a server that is not ready responds 503', async () => {
  const { app, ann } = await startWidget({ isolated: true });
  app.state = 'starting';
  expect((await get(app, ann.buttonGuid)).statusCode).toBe(503);
});
