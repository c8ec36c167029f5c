import type { ParseArgsOptionsConfig } from 'node:util';
import type { Config } from '../config.ts';
import { StartupError } from '../infra/startup-error.ts';
import type { UnitOfWork } from '../kernel/context.ts';
import type { Platform } from '../platform.ts';

/** What was given on the command line, by name. */
export type Given = Record<string, string | boolean | undefined>;

interface Tools {
  config: Config;
  platform: Platform;
  publicUrl: string;
  /** Work at the time of the command, or at the one it was given. */
  unitOfWork: UnitOfWork;
}

/** What a command takes. */
interface Form {
  summary: string;
  options?: ParseArgsOptionsConfig;
  /** Names that must be given, besides those that `options` allows. */
  required?: string[];
  /** Words after the name of the command. */
  operands?: string[];
}

/** A command on the installation: what it gives is printed as JSON lines. */
export interface Command extends Form {
  run: (tools: Tools, given: Given, ...operands: string[]) => Promise<object[]>;
}

/** A command that needs neither settings nor a database. It prints by itself, and may go on until it is stopped. */
export interface LoneCommand extends Form {
  runAlone: (given: Given, program: { signal: AbortSignal; print: (line: object) => void }) => Promise<void>;
}

export class UsageError extends StartupError {
  override readonly exitCode = 2;
}

export const text = { type: 'string' } as const;
export const flag = { type: 'boolean' } as const;

export function readId(given: Given, name: string) {
  return readWhole(given, name) ?? fail(`--${name} is required`);
}

export function readWhole(given: Given, name: string) {
  const value = given[name];
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!/^[1-9]\d{0,14}$/.test(String(value))) fail(`--${name} must be a whole number from 1 on`);
  return number;
}

/** What was asked for right, and is not there. */
export function missing(message: string): never {
  throw new StartupError(message);
}

export function readText(given: Given, name: string) {
  const value = given[name];
  return typeof value === 'string' ? value : undefined;
}

export function fail(message: string): never {
  throw new UsageError(message);
}
