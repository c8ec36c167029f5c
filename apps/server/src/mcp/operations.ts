import { type OpenApi, type Route, toOpenApi } from '@parley/contract';
import { version } from '../infra/version.ts';
import { once } from '../pages/documents.ts';

type Components = Record<string, Record<string, unknown>>;

/** Describes single operations: with every response, which the list of tools leaves out because of its size. */
export function createOperations(publicUrl: () => string) {
  const document = once(publicUrl, (url) => toOpenApi({ publicUrl: url, version }));
  return ({ method, path }: Route) => {
    const { paths, components } = document();
    const operations: Record<string, unknown> = { ...paths[path] };
    const operation = operations[method.toLowerCase()];
    return { method, path, operation, components: referredBy(operation, components) };
  };
}

/** The components that something refers to, directly or through another one. */
function referredBy(start: unknown, components: OpenApi['components']) {
  const all: Components = { ...components };
  const found: Components = {};
  const pending = [start];
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const [, section = '', name = ''] of JSON.stringify(next).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      if (found[section]?.[name]) continue;
      const component = all[section]?.[name];
      found[section] = { ...found[section], [name]: component };
      pending.push(component);
    }
  }
  return found;
}
