/** A small file can decompress into gigabytes. */
const MAX_PIXELS = 50_000_000;
/** Enough for an avatar on a high-density screen. */
const SIDE = 512;

/** The file cannot be decoded as a picture. */
export class UnreadablePicture extends Error {}

/**
 * Re-encodes the first frame of a picture in the same format, at avatar size. Nothing else of the file survives, such as
 * its location or hidden data.
 */
export async function redraw(path: string): Promise<Buffer> {
  // Loaded on first use.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  try {
    // Truncated files are decoded as far as possible, as browsers do.
    return await sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'none' })
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
      .toBuffer();
  } catch (error) {
    throw new UnreadablePicture((error as Error).message);
  }
}
