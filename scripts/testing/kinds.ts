// Kinds of test files, by path.

const BROWSER = [/e2e\/(console|widget)\//, /apps\/server\/src\/demo\//, /apps\/server\/src\/pages\/docs\./];
const PROCESSES = [
  /apps\/server\/src\/cli\.test/,
  /e2e\/nodes\//,
  /apps\/server\/src\/commands\//,
  /apps\/server\/src\/infra\/(bus|extraction|postgres|redis|secrets)\//,
  /apps\/server\/src\/(infra|modules\/outside\/compat)\/log\./,
  /apps\/server\/src\/modules\/(outside\/webhooks|answering\/turns)\/killed\./,
  /bench\/loss\//,
  /scripts\/new-module\./,
];
const ROUTES = [/apps\/server\/src\/modules\/[^/]+\/[^/]+\/routes\./];

const matches = (patterns: RegExp[]) => (file: string) => patterns.some((pattern) => pattern.test(file));

/** Use Chromium. */
export const isBrowserTest = matches(BROWSER);

/** Start servers, databases or command lines as processes. */
export const isProcessTest = matches(PROCESSES);

/** Test routes against their declarations. */
export const isRouteTest = matches(ROUTES);
