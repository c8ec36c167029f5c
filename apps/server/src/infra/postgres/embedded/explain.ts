import { StartupError } from '../../startup-error.ts';

/** Adds advice to an error of the operating system or postgres; both use the same messages. */
export function explain(error: unknown, directory: string): StartupError {
  if (error instanceof StartupError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new StartupError(`${advice(message, directory)}\n${message}`, { cause: error });
}

function advice(message: string, directory: string) {
  if (/no space left|quota exceeded|file too large/i.test(message)) {
    return `The disk of ${directory} is full. Free some space and start again; stored data is safe.`;
  }
  if (/read-only file system/i.test(message)) {
    return `The disk of ${directory} is read-only. Make it writable, or set DATA_DIR to a writable directory.`;
  }
  if (/^(EEXIST|ENOTDIR)/.test(message)) {
    return `${directory} is a file or is inside one. Set DATA_DIR to a directory.`;
  }
  if (/permission denied|not permitted|wrong ownership/i.test(message)) {
    return `${directory} is not accessible to this user. Start Parley as the user who started it first, change the owner of the directory (chown -R), or set another DATA_DIR.`;
  }
  return `PostgreSQL could not start on ${directory}.`;
}
