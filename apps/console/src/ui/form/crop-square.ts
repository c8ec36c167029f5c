const SIDE = 256;

/**
 * Crops the middle square, at the largest size that avatars have. Drops metadata such as the location.
 * Rejects files that are not pictures.
 */
export async function cropSquare(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  const cut = Math.min(width, height);
  const side = Math.min(cut, SIDE);
  const canvas = new OffscreenCanvas(side, side);
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('Canvas is not supported');
  drawing.imageSmoothingQuality = 'high';
  drawing.drawImage(bitmap, (width - cut) / 2, (height - cut) / 2, cut, cut, 0, 0, side, side);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
}
