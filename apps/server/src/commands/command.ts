import type { ParseArgsOptionsConfig } from 'node:util';
import type { Config } from '../config.ts';
import { StartupError } from '../infra/startup-error.ts';
import type { UnitOfWork } from '../kernel/data/context.ts';
import type { Platform } from '../platform.ts';

/** Options from the command line, by name. */
export type CommandOptions = Record<string, string | boolean | (string | boolean)[] | undefined>;

interface Tools {
  config: Config;
  platform: Platform;
  publicUrl: string;
  /** At the current time, or at the one in --now. */
  unitOfWork: UnitOfWork;
}

/** A command's usage. */
interface CommandUsage {
  summary: string;
  /** What its own help says besides. */
  details?: string;
  options?: ParseArgsOptionsConfig;
  /** What usage shows as an option's value, in place of its name in capitals. */
  values?: Record<string, string>;
  /** Names of required options. */
  required?: string[];
  /** Positional arguments. */
  operands?: string[];
}

/** A command on the installation; its result is printed as JSON lines. */
export interface Command extends CommandUsage {
  run: (tools: Tools, options: CommandOptions, ...operands: string[]) => Promise<object[]>;
}

/** A command without configuration or database. It prints by itself, and may run until it is stopped. */
export interface StandaloneCommand extends CommandUsage {
  runAlone: (options: CommandOptions, program: { signal: AbortSignal; print: (line: object) => void }) => Promise<void>;
}

export class UsageError extends StartupError {
  override readonly exitCode = 2;
}

export const text = { type: 'string' } as const;
/** May be repeated. */
export const texts = { type: 'string', multiple: true } as const;
export const flag = { type: 'boolean' } as const;

export function readId(options: CommandOptions, name: string) {
  return readInteger(options, name) ?? fail(`--${name} is required`);
}

export function readInteger(options: CommandOptions, name: string, { least = 1 } = {}) {
  const value = options[name];
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!/^\d{1,15}$/.test(String(value)) || number < least)
    fail(`--${name} must be a whole number, ${least} or greater`);
  return number;
}

/** Valid usage, but the object does not exist. */
export function failMissing(message: string): never {
  throw new StartupError(message);
}

export function readText(options: CommandOptions, name: string) {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** Values of an option that may be repeated; undefined when it is absent. */
export function readTexts(options: CommandOptions, name: string) {
  const values = options[name];
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : undefined;
}

export function fail(message: string): never {
  throw new UsageError(message);
}
