/** The program cannot start. The message says why and what to do; it is printed without a stack. */
export class StartupError extends Error {
  readonly exitCode: number = 1;
}
