import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Signs mails, so that receivers know that the domain's owner sent them (RFC 6376). */
export interface DkimSettings {
  domain: string;
  selector: string;
  /** PEM. */
  privateKey: string;
}

const EXAMPLE = 'example.com:parley:/etc/parley/dkim.pem';
/** Receivers ignore signatures of shorter keys (RFC 8301). */
const MIN_BITS = 1_024;
const NAME = /^(?=.{1,253}$)[a-z\d_]([a-z\d_-]*[a-z\d_])?(\.[a-z\d_]([a-z\d_-]*[a-z\d_])?)*$/i;

/** Reads `domain:selector:keyfile` with the key; undefined when empty. */
export function readDkim(value: string): DkimSettings | undefined {
  if (!value) return undefined;
  const [, domain = '', selector = '', file = ''] = /^([^:]*):([^:]*):(.+)$/.exec(value) ?? [];
  if (!NAME.test(domain) || !domain.includes('.') || !NAME.test(selector) || !file) {
    throw new Error(`must look like ${EXAMPLE}`);
  }
  const privateKey = readKeyFile(path.resolve(file));
  const { asymmetricKeyType, asymmetricKeyDetails } = parseKey(privateKey, file);
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < MIN_BITS) {
    throw new Error(`needs an RSA key of at least ${MIN_BITS} bits. Make one with "openssl genrsa -out ${file} 2048"`);
  }
  return { domain, selector, privateKey };
}

function readKeyFile(file: string) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`names ${file}, which can't be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function parseKey(pem: string, file: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Error(`names ${file}, which is not an unencrypted private key in PEM`);
  }
}

/** What nodemailer signs by default, where it is present, and the header that turns List-Unsubscribe into one click. */
const SIGNED = [
  ...['From', 'Sender', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'To', 'Cc', 'MIME-Version', 'Content-Type'],
  ...['Content-Transfer-Encoding', 'In-Reply-To', 'References'],
  ...['List-Id', 'List-Unsubscribe', 'List-Unsubscribe-Post'],
].join(':');

export const toSigner = ({ domain, selector, privateKey }: DkimSettings) => ({
  domainName: domain,
  keySelector: selector,
  privateKey,
  headerFieldNames: SIGNED,
});
