// What a test file is made of, by where it is.

const BROWSER =
  /apps\/server\/src\/(console|demo|widget)\/.*\.test\.ts$|apps\/server\/src\/kernel\/reference\/docs\.test\.ts$/;
const PROCESSES =
  /apps\/server\/src\/(infra\/(bus|postgres|redis|secrets)|commands)\/.*\.test\.ts$|apps\/server\/src\/(nodes[\w-]*|cli|console)\.test\.ts$|bench\/loss\/.*\.test\.ts$|webhooks\/killed\.test\.ts$/;
const ROUTES = /apps\/server\/src\/modules\/[^/]+\/routes\.test\.ts$/;

/** Pages in Chromium. */
export const isBrowserTest = (file: string) => BROWSER.test(file);

/** Servers, databases and command lines as processes of their own. */
export const isProcessTest = (file: string) => PROCESSES.test(file);

/** What every route owes to its declaration, by module. */
export const isRouteTest = (file: string) => ROUTES.test(file);
