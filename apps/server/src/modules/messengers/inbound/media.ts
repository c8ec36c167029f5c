import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isInlineImage } from '../../../infra/files/sniff.ts';
import { FileTooLarge } from '../../../infra/files/staging.ts';
import { OutboundError } from '../../../infra/outbound/outbound-error.ts';
import { canonicalName } from '../../../kernel/http/file-names.ts';
import { MAX_BYTES } from '../../../kernel/http/uploads.ts';
import type { BackgroundServices } from '../../../kernel/module.ts';
import * as files from '../../account/files/index.ts';
import type { Connection } from '../connections/index.ts';
import { type MediaRef, VendorRefusal } from '../drivers/index.ts';
import type { PreparedFile } from './content.ts';
import { ATTEMPTS, VENDOR_ATTEMPTS } from './settle.ts';
import { callVendor } from './vendor-calls.ts';

const DOWNLOAD_MS = 60_000;

interface Download {
  services: BackgroundServices;
  connection: Connection;
  /** How often it has been tried, this time included. */
  attempts: number;
  signal: AbortSignal;
}

/** Stores the files of a message. Throws while another attempt may succeed. */
export async function download(context: Download, refs: MediaRef[]): Promise<PreparedFile[]> {
  const prepared: PreparedFile[] = [];
  for (const ref of refs) prepared.push(await downloadOne(context, ref));
  return prepared;
}

async function downloadOne({ services, connection, attempts, signal }: Download, ref: MediaRef): Promise<PreparedFile> {
  let missing = ref;
  if (isTooLarge(missing)) return { missing };
  try {
    const found = await callVendor({ services, connection, signal }, async ({ driver, access }) =>
      driver.fetchMedia?.(access, ref.ref),
    );
    if (!found) return { missing };
    const { url, headers, decode, name: named = ref.name, size = ref.size } = found;
    missing = { ...ref, name: named, size };
    if (isTooLarge(missing)) return { missing };
    const response = await services.outbound.fetch(url, {
      headers,
      maxBytes: MAX_BYTES,
      timeoutMs: DOWNLOAD_MS,
      redirects: 1,
      signal,
    });
    if (response.status !== 200) {
      response.body.destroy();
      throw new OutboundError('unreachable', `The file was answered with status ${response.status}`);
    }
    const received = await services.storage.receive(
      decode ? await decoded(response.body, decode) : response.body,
      MAX_BYTES,
    );
    try {
      const name = canonicalName(named ?? 'file');
      const staging = { ...services, widgetId: connection.widget_id, now: services.clock() };
      const row = await files.stage(staging, { ...received, name });
      return { file: row, isImage: ref.isImage && isInlineImage(row.type) };
    } finally {
      await services.storage.discard(received);
    }
  } catch (error) {
    if (error instanceof FileTooLarge) return { missing };
    if (error instanceof OutboundError && error.reason === 'too_large') {
      return { missing: { ...missing, size: error.size ?? missing.size } };
    }
    // The server stops, or another node has it now.
    if (signal.aborted) throw error;
    const isVendors = error instanceof VendorRefusal || error instanceof OutboundError;
    // What is wrong with our own storage may take longer, but a message without its file is better than none.
    if (attempts >= (isVendors ? VENDOR_ATTEMPTS : ATTEMPTS - 1)) return { missing };
    throw error;
  }
}

const isTooLarge = ({ size = 0 }: MediaRef) => size > MAX_BYTES;

async function decoded(body: Readable, decode: (bytes: Buffer) => Buffer) {
  return Readable.from([decode(await buffer(body))]);
}
