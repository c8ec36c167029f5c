import { openPromise } from 'yauzl';
import { ExtractionError } from './content.ts';
import { MAX_UNPACKED_BYTES, MAX_ZIP_ENTRIES } from './limits.ts';

/** Entries that are looked at to recognise a file. */
const RECOGNISED_WITHIN = 1_000;

/** Whether a zip contains a Word document. Throws if its directory can't be read. */
export async function isWordZip(path: string) {
  const zip = await openPromise(path, { lazyEntries: true });
  try {
    let count = 0;
    for await (const { fileName } of zip.eachEntry()) {
      if (/^word\/document\d*\.xml$/i.test(fileName)) return true;
      count += 1;
      if (count >= RECOGNISED_WITHIN) break;
    }
    return false;
  } finally {
    zip.close();
  }
}

/** Inflates all of a zip without keeping it, since sizes in its headers may lie. */
export async function checkZip(path: string) {
  const zip = await openPromise(path, { lazyEntries: true });
  try {
    if (zip.entryCount > MAX_ZIP_ENTRIES) throw new ExtractionError('too_large');
    let declared = 0;
    let unpacked = 0;
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new ExtractionError('encrypted');
      declared += entry.uncompressedSize;
      if (declared > MAX_UNPACKED_BYTES) throw new ExtractionError('too_large');
      // yauzl fails if an entry has another size than it declares.
      for await (const part of await zip.openReadStreamPromise(entry)) {
        unpacked += part.length;
        if (unpacked > MAX_UNPACKED_BYTES) throw new ExtractionError('too_large');
      }
    }
  } finally {
    zip.close();
  }
}
