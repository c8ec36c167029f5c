import { api } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withBearer } from '../../../../test/callers.ts';
import { crawl, readRun, setCrawler, textsOf, untilEnded } from '../../../../test/crawls.ts';
import { type OpenApp, openApp, startApp } from '../../../../test/harness.ts';
import { dataDirectory, startServer } from '../../../../test/server-process.ts';
import { page, startSite } from '../../../../test/trap-site.ts';
import { until } from '../../../../test/until.ts';

// Crawls on several servers with one database, of which some are killed.

/** Same as in kernel/leasing/leasing.ts. */
const LEASE_SECONDS = 15;

/** Names of this machine may resolve to either. */
const ENV = { OUTBOUND_ALLOW: '127.0.0.1, ::1' };

/** Prepares the database, and crawls nothing. */
let app: OpenApp;

beforeAll(async () => {
  app = await openApp(ENV, { isolated: true });
});

afterAll(async () => await app.end());

/** A server in its own process. */
function startNode() {
  const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
  return startServer({ DATA_DIR: dataDirectory(), DATABASE_URL: app.connection, MASTER_KEY, ...ENV });
}

/** A server in this process. */
async function startOther({ seconds = 0 } = {}) {
  const other = await startApp(ENV, { connection: app.connection, background: true });
  other.clock.now = Temporal.Now.instant().round('millisecond').add({ seconds });
  return other;
}

const paths = Array.from({ length: 9 }, (_, at) => `/p/${at}`);

/** A site whose page `/p/4` waits to be released. */
async function startHangingSite() {
  const gate = Promise.withResolvers<void>();
  const site = await startSite({ '/': page('Home is here.', ...paths) });
  for (const path of paths) site.pages[path] = page(`Page ${path} says something of its own.`);
  site.pages['/p/4'] = async (_request, response) => {
    await gate.promise;
    response.writeHead(200, { 'content-type': 'text/html' }).end(page('Page four was slow to come.'));
  };
  return {
    site,
    release: gate.resolve,
    untilHanging: () => until(() => site.paths().includes('/p/4'), 'the page is asked for'),
  };
}

test('a server is killed in the middle of a crawl, and another one goes on from there', async () => {
  const ann = await app.owner();
  const { site, release, untilHanging } = await startHangingSite();
  await setCrawler(ann, site.url);
  const killed = startNode();
  await untilHanging();
  expect(await readRun(ann)).toMatchObject({ status: 'running', pages: { fetched: 5 } });
  killed.signal('SIGKILL');
  await killed.ended;
  const other = await startOther();
  // It has work of its own, and leaves the lease alone until it expires.
  const bob = await other.owner();
  const own = await startSite({ '/': page('Home of Bob is here.') });
  expect(await crawl(bob, own.url)).toMatchObject({ status: 'done' });
  expect(await readRun(ann)).toMatchObject({ status: 'running', pages: { fetched: 5 } });
  release();
  other.clock.now = other.clock.now.add({ seconds: LEASE_SECONDS });
  expect(await untilEnded(ann)).toMatchObject({
    status: 'done',
    pages: { found: 10, fetched: 10, changed: 10 },
    rules: { created: 10 },
  });
  expect(Object.keys(await textsOf(app, ann))).toEqual(['/', ...paths]);
  // Only the page that was on its way is asked for again.
  expect(site.paths()).toHaveLength(11);
  expect(site.paths().filter((path) => path === '/p/4')).toHaveLength(2);
});

test('a server that stops returns its crawl, and another goes on at once', async () => {
  const ann = await app.owner();
  const { site, release, untilHanging } = await startHangingSite();
  await setCrawler(ann, site.url);
  const stopping = startNode();
  await untilHanging();
  stopping.signal('SIGTERM');
  expect(await stopping.ended).toMatchObject({ code: 0 });
  release();
  await startOther();
  expect(await untilEnded(ann)).toMatchObject({ status: 'done', pages: { fetched: 10, failed: 0 } });
});

test('two servers share crawls: each page is fetched once, and a site has one request at a time', async () => {
  const [one, two] = [await startOther(), await startOther()];
  const sites = await Promise.all(
    Array.from({ length: 6 }, async (_, at) => {
      const site = await startSite({ '/': page(`Home of ${at} is here.`, ...paths) });
      for (const path of paths) site.pages[path] = page(`Page ${path} of ${at} says this.`);
      const owner = await (at % 2 ? one : two).owner();
      await setCrawler(owner, site.url);
      return { site, owner };
    }),
  );
  for (const { site, owner } of sites) {
    expect(await untilEnded(owner)).toMatchObject({ status: 'done', pages: { fetched: 10, failed: 0 } });
    expect(site.paths().toSorted()).toEqual(['/', ...paths]);
    expect(site.load.highest).toBe(1);
  }
});

test('a site has one request at a time, however many widgets crawl it on however many servers', async () => {
  const nodes = [await startOther(), await startOther()];
  const site = await startSite({ '/': page('Home is here.', ...paths) });
  for (const path of paths) site.pages[path] = page(`Page ${path} says this.`);
  const owners = await Promise.all(
    Array.from({ length: 6 }, async (_, at) => {
      const owner = await (nodes[at % 2] as OpenApp).owner();
      await setCrawler(owner, site.url);
      return owner;
    }),
  );
  for (const owner of owners) {
    expect(await untilEnded(owner)).toMatchObject({ status: 'done', pages: { fetched: 10, failed: 0 } });
  }
  expect(site.load.highest).toBe(1);
});

test('deleting the crawler on one server stops the crawl of another', async () => {
  const [one, two] = [await startOther(), await startOther()];
  const ann = await one.owner();
  const { site, untilHanging } = await startHangingSite();
  await setCrawler(ann, site.url);
  await untilHanging();
  expect((await withBearer(two, ann.token)(api.kb.removeCrawler)).status).toBe(204);
  await until(() => site.load.inFlight === 0, 'the request is cut off');
  expect(await readRun(ann)).toMatchObject({ status: 'cancelled', pages: { fetched: 5 } });
});

test('a page that kills servers is left out', async () => {
  const ann = await app.owner();
  const site = await startSite({ '/': page('Home is here.', '/deadly'), '/deadly': page('Kills whoever reads it.') });
  await setCrawler(ann, site.url);
  // As if three servers had begun it and died.
  await app.sql(`
    UPDATE kb_crawl_runs SET robots = '', pages_found = 1 WHERE widget_id = ${ann.widgetId};
    INSERT INTO kb_pages (widget_id, url, run_id, depth, state, attempts)
    SELECT widget_id, '${site.url}/deadly', id, 1, 'queued', 3 FROM kb_crawl_runs WHERE widget_id = ${ann.widgetId};
    INSERT INTO kb_pages (widget_id, url, run_id, depth, state)
    SELECT widget_id, '${site.url}/', id, 0, 'queued' FROM kb_crawl_runs WHERE widget_id = ${ann.widgetId}`);
  await startOther();
  expect(await untilEnded(ann)).toMatchObject({
    status: 'done',
    pages: { fetched: 1, failed: 1 },
    skipped: [{ url: `${site.url}/deadly`, reason: 'timeout' }],
  });
  expect(site.paths()).toEqual(['/']);
});

test('a page that cannot be stored is tried three times and left out, and the crawl goes on', async () => {
  const ann = await app.owner();
  const site = await startSite({ '/': page('Home is here.', '/poison', '/last') });
  site.pages['/poison'] = page('Poison for the database.');
  site.pages['/last'] = page('The last page is fine.');
  await app.sql(`
    CREATE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'poison'; END $$;
    CREATE TRIGGER refuse_poison BEFORE INSERT ON kb_rules FOR EACH ROW WHEN (NEW.content LIKE '%Poison%')
    EXECUTE FUNCTION refuse_poison()`);
  const other = await startOther();
  await setCrawler(ann, site.url);
  const run = await until(async () => {
    other.clock.now = other.clock.now.add({ seconds: 20 });
    const found = await readRun(ann);
    return found.finished_at !== null && found;
  }, 'the crawl has ended');
  expect(run).toMatchObject({
    status: 'done',
    pages: { fetched: 2, failed: 1 },
    skipped: [{ url: `${site.url}/poison`, reason: 'timeout' }],
  });
  expect(site.paths().filter((path) => path === '/poison')).toHaveLength(3);
});

test('a crawl that this server cannot work on fails in the end', async () => {
  const ann = await app.owner();
  const site = await startSite({ '/': page('Home is here.') });
  await app.sql(`
    CREATE FUNCTION refuse_robots() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
    CREATE TRIGGER refuse_robots BEFORE UPDATE ON kb_crawl_runs FOR EACH ROW
    WHEN (NEW.robots IS NOT NULL AND NEW.widget_id = ${ann.widgetId}) EXECUTE FUNCTION refuse_robots()`);
  const other = await startOther();
  await setCrawler(ann, site.url);
  const run = await until(async () => {
    other.clock.now = other.clock.now.add({ seconds: 30 });
    const found = await readRun(ann);
    return found.finished_at !== null && found;
  }, 'the crawl has ended');
  expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('an error of this server') });
});

test('a site may move to its www, and the crawl starts again there', async () => {
  const ann = await app.owner();
  const site = await startSite();
  const moved = `http://www.shop.localhost:${site.port}`;
  site.pages['/'] = ({ headers }, response) => {
    if (!headers.host?.startsWith('www.')) return response.writeHead(301, { location: `${moved}/` }).end();
    return response.writeHead(200, { 'content-type': 'text/html' }).end(page('Home is here.', '/a'));
  };
  site.pages['/a'] = page('Page a says this.', `http://shop.localhost:${site.port}/b`);
  await setCrawler(ann, `http://shop.localhost:${site.port}/`);
  await startOther();
  expect(await untilEnded(ann)).toMatchObject({ status: 'done', pages: { found: 2, fetched: 2 } });
  const refs = await app.sql(`SELECT source_ref FROM kb_rules WHERE widget_id = ${ann.widgetId} ORDER BY source_ref`);
  expect(refs).toEqual([{ source_ref: `${moved}/` }, { source_ref: `${moved}/a` }]);
});
