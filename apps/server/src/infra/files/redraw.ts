/** More pixels are no photo of anybody: a small file can unfold into gigabytes. */
const MOST_PIXELS = 50_000_000;
/** Faces are shown small, and on fine screens not much larger. */
const SIDE = 512;

/** What is in the file can't be drawn. */
export class UnreadablePicture extends Error {}

/**
 * The first frame of a picture, drawn anew in the same format and not larger than a face is shown: nothing is left of what
 * else the file had in it, neither where it was taken nor what was hidden behind it.
 */
export async function redraw(path: string): Promise<Buffer> {
  // Loaded by the first picture: most of the time there is none.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  try {
    // One that was cut off is shown as far as it goes, as browsers do.
    return await sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'none' })
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
      .toBuffer();
  } catch (error) {
    throw new UnreadablePicture((error as Error).message);
  }
}
