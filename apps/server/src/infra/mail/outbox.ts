import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readMail } from './read-mail.ts';

/** The name has the time and the widget, so that a page of the list reads no other files. */
const NAME = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-([\d.]+Z)-(\d+)-[0-9a-f]{8}\.eml$/;

interface OutboxPage {
  widgetIds: number[];
  /** Names before this one. */
  before: string | undefined;
  limit: number;
}

export type Outbox = ReturnType<typeof createOutbox>;

/** A directory of mails that were written instead of sent. */
export function createOutbox(directory: string) {
  return {
    /** Renamed when complete, so that a watcher of the directory never reads half a mail. */
    async add(message: Buffer, widgetId = 0) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replaceAll(':', '-');
      const name = `${time}-${widgetId}-${randomUUID().slice(0, 8)}.eml`;
      const file = path.join(directory, name);
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
      return name;
    },

    /** Newest first. */
    async list({ widgetIds, before, limit }: OutboxPage) {
      const names = await readdir(directory).catch(() => []);
      const own = names
        .filter((name) => widgetIds.includes(widgetOf(name)) && (before === undefined || name < before))
        .sort()
        .reverse()
        .slice(0, limit);
      const read = async (name: string) => {
        const { to, subject, text } = readMail(await readFile(path.join(directory, name), 'utf8'));
        return { name, at: timeOf(name), to, subject, text };
      };
      return Promise.all(own.map(read));
    },
  };
}

const widgetOf = (name: string) => Number(NAME.exec(name)?.[5] ?? 0);

const timeOf = (name: string) => name.replace(NAME, '$1$2:$3:$4').replace('Z', '+00:00');
