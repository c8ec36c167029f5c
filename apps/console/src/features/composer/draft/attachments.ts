import { newId } from '@parley/live';
import type { api } from '../../../data/api.ts';

export type StoredFile = Awaited<ReturnType<typeof api.files.create>>;

/** An attachment of the next message. */
export interface Attachment {
  id: string;
  file: File;
  /** A `blob:` URL of a picture. */
  preview: string | null;
  /** Null until uploaded. */
  stored: StoredFile | null;
  failure: 'too-large' | Error | null;
}

interface UploadQueueOptions {
  list(): readonly Attachment[];
  upload(file: File, signal: AbortSignal): Promise<StoredFile>;
  onChange(list: readonly Attachment[]): void;
}

const MAX_BYTES = 10 * 1_024 * 1_024;
const PICTURES = /^image\/(png|jpeg|gif|webp)$/;

export const isPicture = (type: string) => PICTURES.test(type);

/** Uploads files one at a time, as soon as they are chosen. */
export function createUploadQueue({ list, upload, onChange }: UploadQueueOptions) {
  const aborts = new Map<string, AbortController>();
  let queue = Promise.resolve();

  function change(id: string, changes: Partial<Attachment>) {
    onChange(list().map((each) => (each.id === id ? { ...each, ...changes } : each)));
  }

  async function run({ id, file }: Attachment) {
    const abort = new AbortController();
    if (!list().some((each) => each.id === id)) return;
    aborts.set(id, abort);
    try {
      change(id, { stored: await upload(file, abort.signal) });
    } catch (error) {
      change(id, { failure: error as Error });
    }
    aborts.delete(id);
  }

  function enqueue(attachment: Attachment) {
    if (!attachment.failure) queue = queue.then(() => run(attachment));
  }

  return {
    add(files: Iterable<File>) {
      const added = Array.from(files, open);
      onChange([...list(), ...added]);
      for (const each of added) enqueue(each);
    },
    retry(id: string) {
      const failed = list().find((each) => each.id === id);
      if (!failed || failed.failure === 'too-large') return;
      change(id, { failure: null });
      enqueue({ ...failed, failure: null });
    },
    /** Removes attachments that were sent or discarded. */
    drop(ids: readonly string[]) {
      for (const { id, preview } of list()) {
        if (!ids.includes(id)) continue;
        aborts.get(id)?.abort();
        if (preview) URL.revokeObjectURL(preview);
      }
      onChange(list().filter(({ id }) => !ids.includes(id)));
    },
  };
}

function open(file: File): Attachment {
  return {
    id: newId(),
    file,
    preview: isPicture(file.type) ? URL.createObjectURL(file) : null,
    stored: null,
    failure: file.size > MAX_BYTES ? 'too-large' : null,
  };
}
