/** What the set-up of a run leaves for its tests. */
declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's cluster, without a database. */
    postgres: string;
    /** The same over TCP, where the password counts. */
    postgresOverTcp: string;
    /** Directory for what tests write; it goes when the run ends. */
    scratch: string;
    /** A DATA_DIR that a server has used and left in order. */
    usedDataDir: string;
    /** File with a line for each route that a test saw working. */
    calledRoutes: string;
  }
}

export { inject } from 'vitest';
