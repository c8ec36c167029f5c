import { createHmac } from 'node:crypto';

/** Over exactly these bytes, as `X-Service-Signature` says it. */
export function sign(body: string, secret: string) {
  return `sha256=v1:${createHmac('sha256', secret).update(body).digest('hex')}`;
}
