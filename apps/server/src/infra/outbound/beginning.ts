/** Reads up to `maxBytes` bytes. A body that stalls or breaks off is no error: the status has arrived. */
export async function readBeginning(body: AsyncIterable<Buffer>, maxBytes: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxBytes) break;
    }
  } catch {}
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
}
