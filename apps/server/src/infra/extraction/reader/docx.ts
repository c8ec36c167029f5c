import { readFile } from 'node:fs/promises';
import mammoth from 'mammoth';
import { type Block, ExtractionError } from '../content.ts';
import { isEncryptedOffice } from '../detect.ts';
import { checkZip } from '../zip.ts';
import { readHtml } from './html.ts';

/** Mammoth knows the styles of headings by itself. */
const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"];
const noImage = mammoth.images.imgElement(async () => ({ src: '' }));

export async function readDocx(path: string): Promise<Block[]> {
  if (await isEncryptedOffice(path)) throw new ExtractionError('encrypted');
  await checkZip(path);
  const { value } = await mammoth.convertToHtml(
    { buffer: await readFile(path) },
    { styleMap: STYLES, includeEmbeddedStyleMap: false, externalFileAccess: false, convertImage: noImage },
  );
  return readHtml(value);
}
