import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** OWASP's second choice of argon2id: 19 MiB, 2 passes. A sign-in takes some 20 ms of one core. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;

/** `$argon2id$v=19$m=…,t=…,p=…$salt$tag`, as every library writes it. */
export async function hashPassword(password: string, cost = COST) {
  const nonce = randomBytes(16);
  const tag = await compute(password, { nonce, ...cost });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`;
}

/** Verified when the e-mail is unknown, so that it takes as long as a wrong password. */
const DUMMY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(Buffer.alloc(16))}$${encode(Buffer.alloc(32))}`;

export async function verifyHash(password: string, stored: string | null | undefined) {
  const [, memory, passes, parallelism, salt = '', tag = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored ?? DUMMY) ?? [];
  const found = await compute(password, {
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  const expected = Buffer.from(tag, 'base64');
  return found.length === expected.length && timingSafeEqual(found, expected) && Boolean(stored);
}

function compute(password: string, parameters: Omit<Argon2Parameters, 'message' | 'tagLength'>): Promise<Buffer> {
  return derive('argon2id', { message: password.normalize('NFKC'), tagLength: TAG_BYTES, ...parameters });
}

function encode(bytes: Buffer) {
  return bytes.toString('base64').replaceAll('=', '');
}
