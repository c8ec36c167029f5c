import { type Route, resourceName } from '@parley/contract';
import { addressOf } from '../routes.ts';
import { singular } from './names.ts';
import { sampleBody } from './samples.ts';
import { readSchema } from './schemas.ts';

/** Holds the token in every example. */
export const TOKEN_VARIABLE = 'PARLEY_TOKEN';

/** Characters that stand in a line of an example on most screens. */
const FITS = 54;

/** A command that makes the call, for a shell where the token and the ids in the path are set. */
export function curlFor(route: Route, publicUrl: string) {
  const url = `${publicUrl}${addressOf(route)}`.replace(/([\w-]+)\/\{(\w+)\}/g, (_, place: string, name: string) => {
    return `${place}/$${variableFor(place, name)}`;
  });
  const command = route.method === 'GET' ? 'curl' : `curl -X ${route.method}`;
  const lines = [
    ...(command.length + url.length < FITS ? [`${command} "${url}"`] : [command, `"${url}"`]),
    ...(route.auth === 'token' ? [`-H "Authorization: Bearer $${TOKEN_VARIABLE}"`] : []),
    ...(route.key ? ['-H "X-Service-Idempotency-Key: $(uuidgen)"'] : []),
    ...(route.body ? ['-H "Content-Type: application/json"', `-d ${quote(bodyFor(route))}`] : []),
  ];
  return lines.join(' \\\n  ');
}

/** `/contacts/{id}` asks for `$CONTACT_ID`, `/tags/{tag}` for `$TAG`. */
function variableFor(place: string, name: string) {
  const noun = singular(place).replaceAll('-', '_');
  return (name === noun ? noun : `${noun}_${name}`).toUpperCase();
}

function bodyFor({ body, replies }: Route) {
  const [reply] = Object.values(replies);
  const owner = reply && reply.shape !== 'none' ? resourceName(reply.item) : undefined;
  return JSON.stringify(sampleBody(readSchema(body as NonNullable<Route['body']>), owner), null, 2);
}

/** For a POSIX shell, which reads nothing inside single quotes but their end. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
