import type { Upload } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { FileStore } from '../../infra/files/file-store.ts';
import { receiveFile } from './multipart.ts';

/** 10 MB, exactly. */
export const MAX_BYTES = 10 * 2 ** 20;

export type Uploads = ReturnType<typeof createUploads>;

/** Receives the file of a request into staging. */
export function createUploads(storage: FileStore) {
  return {
    async receive({ raw }: FastifyRequest): Promise<Upload> {
      const { name, staged } = await receiveFile({ headers: raw.headers, stream: raw }, (stream) =>
        storage.receive(stream, MAX_BYTES),
      );
      return { name, ...staged };
    },
    /** Removes what the handler did not move to storage. */
    discard: (upload: Upload) => storage.discard(upload),
  };
}
