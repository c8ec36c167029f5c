/** Length 1, so that the product of two is their cosine. Undefined if it is no direction. */
export function normalise(vector: readonly number[]): Float32Array | undefined {
  const length = Math.hypot(...vector);
  if (!Number.isFinite(length) || length === 0) return undefined;
  return Float32Array.from(vector, (value) => value / length);
}

/** Of 16 bits a value: half as much to read, and a cosine is off by less than a thousandth. */
export const toBytes = (vector: Float32Array) => Buffer.from(new Float16Array(vector).buffer);

/** Copied: the bytes of a row need not begin where a number may. */
export const fromBytes = (bytes: Buffer) => new Float32Array(new Float16Array(Uint8Array.from(bytes).buffer));

/** On which side of the mean the vector lies, in each dimension, as PostgreSQL reads bits. */
export function signatureOf(vector: Float32Array, mean: Float32Array | null) {
  let bits = '';
  for (let at = 0; at < vector.length; at += 1) bits += (vector[at] ?? 0) > (mean?.[at] ?? 0) ? '1' : '0';
  return bits;
}

/** Four sums, since one would wait for itself. */
export function cosine(a: Float32Array, b: Float32Array) {
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
