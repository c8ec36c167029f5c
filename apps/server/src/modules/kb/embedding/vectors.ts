/** Length 1, so that the product of two is their cosine. Undefined if it is no direction. */
export function normalise(values: readonly number[]): Float32Array | undefined {
  let squares = 0;
  for (const value of values) squares += value * value;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length) || length === 0) return undefined;
  const vector = new Float32Array(values.length);
  for (let at = 0; at < vector.length; at += 1) vector[at] = (values[at] as number) / length;
  return vector;
}

/** Of 16 bits a value: half as much to read, and a cosine is off by less than a thousandth. */
export const toBytes = (vector: Float32Array) => Buffer.from(new Float16Array(vector).buffer);

/** In place where the bytes begin where a number may, as those of most rows do. */
function view({ buffer, byteOffset, byteLength }: Buffer) {
  const isAligned = byteOffset % Float16Array.BYTES_PER_ELEMENT === 0;
  const length = byteLength / Float16Array.BYTES_PER_ELEMENT;
  return isAligned
    ? new Float16Array(buffer, byteOffset, length)
    : new Float16Array(buffer.slice(byteOffset, byteOffset + byteLength));
}

export const fromBytes = (bytes: Buffer) => new Float32Array(view(bytes));

/** On which side of the mean the vector lies, in each dimension, as PostgreSQL reads bits. */
export function signatureOf(vector: Float32Array, mean: Float32Array | null) {
  let bits = '';
  for (let at = 0; at < vector.length; at += 1) bits += (vector[at] ?? 0) > (mean?.[at] ?? 0) ? '1' : '0';
  return bits;
}

/** The cosine of a vector and a stored one. Four sums, since one would wait for itself. */
export function cosine(a: Float32Array, bytes: Buffer) {
  const b = view(bytes);
  const whole = a.length - (a.length % 4);
  let [one, two, three, four] = [0, 0, 0, 0];
  for (let at = 0; at < whole; at += 4) {
    one += (a[at] as number) * (b[at] as number);
    two += (a[at + 1] as number) * (b[at + 1] as number);
    three += (a[at + 2] as number) * (b[at + 2] as number);
    four += (a[at + 3] as number) * (b[at + 3] as number);
  }
  for (let at = whole; at < a.length; at += 1) one += (a[at] as number) * (b[at] as number);
  return one + two + three + four;
}
