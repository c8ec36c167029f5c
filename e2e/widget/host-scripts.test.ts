import { expect, test } from 'vitest';
import { shareWidget } from '../../apps/server/test/shared-page.ts';
import { chatOf, reply, shopPage, visit, writeAndStore } from '../../apps/server/test/widget.ts';

const widgetOfAll = shareWidget();

// What libraries do to the globals that a page shares with the loader. Runs before the loader.
const deeds: Record<string, string> = {
  'texts and arrays that write themselves as JSON': `
    Array.prototype.toJSON = function () { return '[' + this.length + ']'; };
    String.prototype.toJSON = function () { return '"' + this + '"'; };`,
  'an Array.from of its own': 'Array.from = function (item) { return item == null ? [] : [item]; };',
  'its own reduce, map, filter and concat': `
    Array.prototype.reduce = function () { return this.length > 1 ? this : this[0]; };
    Array.prototype.map = Array.prototype.filter = Array.prototype.concat = function () { return this; };`,
  'its own includes, find and entries': `
    Array.prototype.includes = Array.prototype.find = function () { return undefined; };
    Array.prototype.entries = function () { return this; };
    String.prototype.includes = String.prototype.startsWith = function () { return false; };`,
  'its own every and some': 'Array.prototype.every = Array.prototype.some = function () { return false; };',
  'things that every object has': `
    Object.prototype.extend = Object.prototype.each = function () { return this; };
    Object.prototype.type = 'object';
    Array.prototype.contains = Function.prototype.method = function () {};`,
  'Object.keys, values and entries that know no own': `
    Object.keys = Object.values = Object.entries = function (object) {
      var all = []; for (var name in object) all.push(name); return all;
    };`,
  'its own bind': 'Function.prototype.bind = function () { return this; };',
  'its own remove, closest and toggle of elements': `
    Element.prototype.remove = Element.prototype.closest = Element.prototype.toggle = function () { return this; };`,
  'its own Promise': `
    window.Promise = function (work) {
      var self = this;
      this.then = function (done) { self.done = done; return self; };
      work(function (value) { if (self.done) self.done(value); }, function () {});
    };`,
  'a JSON.stringify that takes one thing': `
    var write = JSON.stringify; JSON.stringify = function (value) { return write.call(JSON, value); };`,
  'its own Set and Map': `
    window.Set = window.Map = window.WeakMap = function () { this.items = []; };
    Set.prototype.contains = function () { return false; };`,
  'a fetch that is listened to': `
    var get = window.fetch; window.fetch = function () { return get.apply(window, arguments).then(function (answer) { return answer; }); };`,
  'no console': 'window.console = undefined;',
  'requests and sockets that fail': `
    window.XMLHttpRequest = window.WebSocket = function () { throw new Error('no'); };`,
  'storage that is shut': `
    ['localStorage', 'sessionStorage', 'indexedDB'].forEach(function (name) {
      Object.defineProperty(window, name, { get: function () { throw new DOMException('no', 'SecurityError'); } });
    });`,
  'globals of all names': `
    window.config = window.shell = window.chat = window.parley = window.start = window.launcher = 7;
    window.module = { exports: {} }; window.define = function () { throw new Error('no'); }; define.amd = {};`,
};

/** A page whose scripts alter globals and then call the site API; its title has the result. */
function pageWith(tag: string, deed: string) {
  const calls = `document.title = [service_widget_api.on('open', function () {}).result,
    service_widget_api.setSkin('minimal').result, service_widget_api.setCustomData([{ content: 'gold' }]).result]`;
  return shopPage(tag.replace('<script', `<script onload="${calls}"`), {
    head: `<script>(function () {${deed}})()</script>`,
  });
}

test.each(Object.keys(deeds))('on a page with %s the launcher, the chat and the API work', async (name) => {
  const { app, owner, tag } = widgetOfAll();
  const { page, complaints, widget } = await visit(tag, { page: pageWith(tag, deeds[name] ?? '') });
  await widget.launcher.waitFor({ timeout: 5_000 }).catch(() => expect(complaints).toEqual([]));
  await writeAndStore(page, 'good morning');
  await reply(owner, await chatOf(app, owner), 'and to you');
  await widget.said('and to you').waitFor();
  expect([await page.title(), complaints]).toEqual(['ok,ok,ok', []]);
});

test.each([
  ['a JSON.stringify that cannot write', `JSON.stringify = function () { return '[object Object]'; };`],
  [
    'a fetch that knows nothing but addresses',
    'var get = fetch; window.fetch = function (address) { return get(address); };',
  ],
  ['no fetch', 'window.fetch = undefined;'],
])('on a page with %s, where visibility is unknown, the chat still works', async (_, deed) => {
  const { app, owner, tag } = widgetOfAll();
  const { page, widget } = await visit(tag, { page: pageWith(tag, deed) });
  await writeAndStore(page, 'good morning');
  await reply(owner, await chatOf(app, owner), 'and to you');
  await widget.said('and to you').waitFor();
});
