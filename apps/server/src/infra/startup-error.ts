/** The program can't run, and this sentence tells a person why and what to do: printed without a stack. */
export class StartupError extends Error {
  readonly exitCode: number = 1;
}
