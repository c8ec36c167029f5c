/** Whoever dribbles, breaks off or goes on for ever has answered all the same: the status was said before. */
export async function readBeginning(body: AsyncIterable<Buffer>, most: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= most) break;
    }
  } catch {}
  return Buffer.concat(chunks).subarray(0, most).toString('utf8');
}
