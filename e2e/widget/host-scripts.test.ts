import { expect, test } from 'vitest';
import { shareWidget } from '../../apps/server/test/shared-page.ts';
import { chatOf, reply, shopPage, visit, writeAndStore } from '../../apps/server/test/widget.ts';

const widgetOfAll = shareWidget();

// What libraries do to the globals that a page shares with the loader. Runs before the loader.
const alterations: Record<string, string> = {
  'toJSON on strings and arrays': `
    Array.prototype.toJSON = function () { return '[' + this.length + ']'; };
    String.prototype.toJSON = function () { return '"' + this + '"'; };`,
  'its own Array.from': 'Array.from = function (item) { return item == null ? [] : [item]; };',
  'its own reduce, map, filter and concat': `
    Array.prototype.reduce = function () { return this.length > 1 ? this : this[0]; };
    Array.prototype.map = Array.prototype.filter = Array.prototype.concat = function () { return this; };`,
  'its own includes, find and entries': `
    Array.prototype.includes = Array.prototype.find = function () { return undefined; };
    Array.prototype.entries = function () { return this; };
    String.prototype.includes = String.prototype.startsWith = function () { return false; };`,
  'its own every and some': 'Array.prototype.every = Array.prototype.some = function () { return false; };',
  'properties on every object': `
    Object.prototype.extend = Object.prototype.each = function () { return this; };
    Object.prototype.type = 'object';
    Array.prototype.contains = Function.prototype.method = function () {};`,
  'Object.keys, values and entries that include inherited properties': `
    Object.keys = Object.values = Object.entries = function (object) {
      var all = []; for (var name in object) all.push(name); return all;
    };`,
  'its own bind': 'Function.prototype.bind = function () { return this; };',
  'its own remove, closest and toggle on elements': `
    Element.prototype.remove = Element.prototype.closest = Element.prototype.toggle = function () { return this; };`,
  'its own Promise': `
    window.Promise = function (work) {
      var self = this;
      this.then = function (done) { self.done = done; return self; };
      work(function (value) { if (self.done) self.done(value); }, function () {});
    };`,
  'a JSON.stringify that takes one argument': `
    var write = JSON.stringify; JSON.stringify = function (value) { return write.call(JSON, value); };`,
  'its own Set and Map': `
    window.Set = window.Map = window.WeakMap = function () { this.items = []; };
    Set.prototype.contains = function () { return false; };`,
  'a wrapped fetch': `
    var get = window.fetch; window.fetch = function () { return get.apply(window, arguments).then(function (answer) { return answer; }); };`,
  'no console': 'window.console = undefined;',
  'XMLHttpRequest and WebSocket that throw': `
    window.XMLHttpRequest = window.WebSocket = function () { throw new Error('no'); };`,
  'blocked storage': `
    ['localStorage', 'sessionStorage', 'indexedDB'].forEach(function (name) {
      Object.defineProperty(window, name, { get: function () { throw new DOMException('no', 'SecurityError'); } });
    });`,
  'globals of many names': `
    window.config = window.shell = window.chat = window.parley = window.start = window.launcher = 7;
    window.module = { exports: {} }; window.define = function () { throw new Error('no'); }; define.amd = {};`,
};

/** A page whose scripts alter globals and then call the site API; its title has the result. */
function pageWith(tag: string, alteration: string) {
  const calls = `document.title = [service_widget_api.on('open', function () {}).result,
    service_widget_api.setSkin('minimal').result, service_widget_api.setCustomData([{ content: 'gold' }]).result]`;
  return shopPage(tag.replace('<script', `<script onload="${calls}"`), {
    head: `<script>(function () {${alteration}})()</script>`,
  });
}

test.each(Object.keys(alterations))('on a page with %s the launcher, the chat and the API work', async (name) => {
  const { app, owner, tag } = widgetOfAll();
  const { page, complaints, widget } = await visit(tag, { page: pageWith(tag, alterations[name] ?? '') });
  await widget.launcher.waitFor({ timeout: 5_000 }).catch(() => expect(complaints).toEqual([]));
  await writeAndStore(page, 'good morning');
  await reply(owner, await chatOf(app, owner), 'and to you');
  await widget.said('and to you').waitFor();
  expect([await page.title(), complaints]).toEqual(['ok,ok,ok', []]);
});

test.each([
  ['a broken JSON.stringify', `JSON.stringify = function () { return '[object Object]'; };`],
  ['a fetch that ignores its options', 'var get = fetch; window.fetch = function (address) { return get(address); };'],
  ['no fetch', 'window.fetch = undefined;'],
])('on a page with %s, which prevents reporting the visit, the chat works', async (_, alteration) => {
  const { app, owner, tag } = widgetOfAll();
  const { page, widget } = await visit(tag, { page: pageWith(tag, alteration) });
  await writeAndStore(page, 'good morning');
  await reply(owner, await chatOf(app, owner), 'and to you');
  await widget.said('and to you').waitFor();
});
