import { expect, onTestFinished } from 'vitest';
import { readConfig } from '../src/config.ts';
import { createLog, type Log } from '../src/infra/log.ts';
import { StartupError } from '../src/infra/startup-error.ts';
import { openPlatform, type Platform } from '../src/platform.ts';

interface InstallationOptions {
  log?: Log;
  signal?: AbortSignal;
}

/** A server's platform, opened in this process: most of its rules do not need a separate one. */
export async function openInstallation(
  env: Record<string, string>,
  opening: InstallationOptions = {},
): Promise<Platform> {
  const { log = createLog('silent'), signal } = opening;
  const platform = await openPlatform({ config: readConfig(env), log, role: 'server', signal });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= platform.close();
    return closed;
  };
  onTestFinished(close);
  try {
    await platform.prepare();
  } catch (error) {
    await close();
    throw error;
  }
  return { ...platform, close };
}

export async function openAndClose(env: Record<string, string>) {
  await (await openInstallation(env)).close();
}

/** The message of a refused start, which the program prints before it exits with 1. */
export async function refusalOf(env: Record<string, string>) {
  const error = await openInstallation(env).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StartupError);
  const { message, exitCode } = error as StartupError;
  expect(exitCode).toBe(1);
  return message;
}
