/** What the global set-up provides to tests. */
declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the run's cluster, without a database. */
    postgres: string;
    /** The same over TCP, with password authentication. */
    postgresOverTcp: string;
    /** Scratch directory, removed when the run ends. */
    scratch: string;
    /** A DATA_DIR used by a server and cleanly shut down. */
    usedDataDir: string;
    /** File with a line for each route that a test saw succeed. */
    calledRoutes: string;
    /** Keys of the statements that ran. */
    checkedStatements: string;
  }
}

export { inject } from 'vitest';
