import { newId } from '@parley/live';
import type { api } from '../../../data/api.ts';

export type StoredFile = Awaited<ReturnType<typeof api.files.create>>;

/** A file that goes with the next message. */
export interface Attachment {
  id: string;
  file: File;
  /** Of a picture, to be seen at once. */
  preview: string | null;
  /** Null while it is on its way. */
  stored: StoredFile | null;
  failure: 'too-large' | Error | null;
}

interface AttachmentsPlan {
  list(): readonly Attachment[];
  upload(file: File, signal: AbortSignal): Promise<StoredFile>;
  onChange(list: readonly Attachment[]): void;
}

const MOST_BYTES = 10 * 1_024 * 1_024;
const PICTURES = /^image\/(png|jpeg|gif|webp)$/;

export const isPicture = (type: string) => PICTURES.test(type);

/** Uploads files one after the other, from the moment they are chosen. */
export function createAttachments({ list, upload, onChange }: AttachmentsPlan) {
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
    /** It is sent, or not wanted any more. */
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
    failure: file.size > MOST_BYTES ? 'too-large' : null,
  };
}
