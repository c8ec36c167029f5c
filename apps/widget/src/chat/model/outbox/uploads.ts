import type { VisitorContent } from '@parley/live';
import type { RequestError, ServerApi } from '../server-api.ts';
import type { OutboxEntry } from './outbox-database.ts';
import type { OutboxStorage } from './outbox-storage.ts';

/** A file being sent, until its message is stored. */
export interface Upload {
  client_message_id: string;
  name: string;
  file: Blob;
  /** Object URL of an image. */
  preview: string | null;
  /** Uploaded so far, from 0 to 1. */
  share: number;
  isFailed: boolean;
  /** The server has the file, and its message is being sent. */
  isUploaded: boolean;
  /** The server dropped the file of an earlier upload. */
  isSecondUpload: boolean;
}

interface UploadPorts {
  api: ServerApi;
  storage: OutboxStorage;
  isReady(): boolean;
  onChange(list: readonly Upload[]): void;
  onUploaded(message: VisitorContent, id: string): void;
}

const RETRY_MS = 3_000;
const IMAGES = /^image\/(png|jpeg|gif|webp)$/;

/** Uploads files one at a time, and retries each until the server accepts or rejects it. */
export function createUploads({ api, storage, isReady, onChange, onUploaded }: UploadPorts) {
  const { find, next, add, change, drop, clear } = createUploadList(onChange);
  let isRunning = false;

  const has = (id: string) => Boolean(find(id));

  async function run() {
    if (isRunning) return;
    isRunning = true;
    for (let upload = next(); upload && isReady(); upload = next()) await send(upload);
    isRunning = false;
  }

  async function send({ client_message_id: id, file, name }: Upload) {
    try {
      const stored = await api.uploadFile(file, name, (share) => change(id, { share }));
      if (!has(id)) return;
      change(id, { isUploaded: true });
      onUploaded({ type: IMAGES.test(stored.type) ? 'image' : 'file', file: { id: stored.id } }, id);
    } catch (error) {
      const { status = 0 } = error as RequestError;
      // Only a lost network or a failing server is retried; the visitor can retry the rest.
      if (status === 0 || status >= 500) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      else change(id, { isFailed: true });
    }
  }

  function restart(id: string, changes: Partial<Upload>) {
    change(id, { share: 0, isFailed: false, isUploaded: false, ...changes });
    void run();
  }

  return {
    has,
    add(file: File, id: string) {
      storage.save({ client_message_id: id, file, name: file.name, at: Date.now() });
      add(id, file, file.name);
      void run();
    },
    /** Goes on with uploads of earlier pages, and with those that waited for the session. */
    resume(entries: readonly OutboxEntry[]) {
      for (const { client_message_id: id, file, name = '' } of entries) if (file && !has(id)) add(id, file, name);
      void run();
    },
    /** For a message that was rejected: the server drops files that stay unused for long. */
    reupload(id: string) {
      restart(id, { isFailed: Boolean(find(id)?.isSecondUpload), isSecondUpload: true });
    },
    retry: (id: string) => restart(id, { isSecondUpload: false }),
    drop,
    clear,
  };
}

function createUploadList(onChange: UploadPorts['onChange']) {
  let list: readonly Upload[] = [];

  const find = (id: string) => list.find((each) => each.client_message_id === id);

  function set(next: readonly Upload[]) {
    list = next;
    onChange(list);
  }

  function drop(id: string) {
    const upload = find(id);
    if (!upload) return;
    if (upload.preview) URL.revokeObjectURL(upload.preview);
    set(list.filter((each) => each !== upload));
  }

  return {
    find,
    next: () => list.find(({ isFailed, isUploaded }) => !isFailed && !isUploaded),
    add(id: string, file: Blob, name: string) {
      const preview = IMAGES.test(file.type) ? URL.createObjectURL(file) : null;
      const progress = { share: 0, isFailed: false, isUploaded: false, isSecondUpload: false };
      set([...list, { client_message_id: id, file, name, preview, ...progress }]);
    },
    change(id: string, changes: Partial<Upload>) {
      set(list.map((each) => (each.client_message_id === id ? { ...each, ...changes } : each)));
    },
    drop,
    clear() {
      for (const { client_message_id } of list) drop(client_message_id);
    },
  };
}
