// Kinds of test files, by path.

/** Take longer than the size of their files shows. */
const LONG = [/apps\/server\/src\/modules\/(answering\/turns\/model-check|kb\/search\/quality)\./];
const BROWSER = [/e2e\/(console|widget)\//, /apps\/server\/src\/demo\//, /apps\/server\/src\/pages\/(docs|guides)\./];
const PROCESSES = [
  /apps\/server\/src\/cli\.test/,
  /e2e\/nodes\//,
  /apps\/server\/src\/commands\//,
  /apps\/server\/src\/infra\/(bus|extraction|postgres|redis|secrets)\//,
  /apps\/server\/src\/(infra|modules\/outside\/compat)\/log\./,
  /apps\/server\/src\/pages\/signatures\./,
  /apps\/server\/src\/modules\/(outside\/webhooks|answering\/turns)\/killed\./,
  /apps\/server\/src\/modules\/kb\/crawler\/nodes\./,
  /bench\/loss\//,
  /e2e\/sdk\//,
  /scripts\/new-module\./,
];
const ROUTES = [/apps\/server\/src\/modules\/[^/]+\/[^/]+\/routes\./];

const matches = (patterns: RegExp[]) => (file: string) => patterns.some((pattern) => pattern.test(file));

export const isLongTest = matches(LONG);

/** Use Chromium. */
export const isBrowserTest = matches(BROWSER);

/** Start servers, databases or command lines as processes. */
export const isProcessTest = matches(PROCESSES);

/** Test routes against their declarations. */
export const isRouteTest = matches(ROUTES);
