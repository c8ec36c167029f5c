import path from 'node:path';
import type { Config } from '../config.ts';

/** Where files are stored: a directory, or an S3 bucket. */
export function fileSettings({ DATA_DIR, S3_URL }: Config) {
  return { directory: path.join(DATA_DIR, 'files'), s3: S3_URL };
}
