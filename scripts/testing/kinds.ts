// What a test file is made of, by where it is.

const BROWSER = [/e2e\/(console|widget)\//, /apps\/server\/src\/demo\//, /apps\/server\/src\/pages\/docs\./];
const PROCESSES = [
  /apps\/server\/src\/cli\.test/,
  /e2e\/nodes\//,
  /apps\/server\/src\/commands\//,
  /apps\/server\/src\/infra\/(bus|postgres|redis|secrets)\//,
  /apps\/server\/src\/(infra|modules\/outside\/compat)\/log\./,
  /apps\/server\/src\/modules\/outside\/webhooks\/killed\./,
  /bench\/loss\//,
  /scripts\/new-module\./,
];
const ROUTES = [/apps\/server\/src\/modules\/[^/]+\/[^/]+\/routes\./];

const matches = (patterns: RegExp[]) => (file: string) => patterns.some((pattern) => pattern.test(file));

/** Pages in Chromium. */
export const isBrowserTest = matches(BROWSER);

/** Servers, databases and command lines as processes of their own. */
export const isProcessTest = matches(PROCESSES);

/** What every route owes to its declaration, by module. */
export const isRouteTest = matches(ROUTES);
