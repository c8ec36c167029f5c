import { type Route, resourceName } from '@parley/contract';
import { addressOf } from '../http/routes.ts';
import { singular } from './names.ts';
import { sampleBody } from './samples.ts';
import { readSchema } from './schemas.ts';

/** Holds the token in every example. */
export const TOKEN_VARIABLE = 'PARLEY_TOKEN';

/** Characters that stand in a line of an example on most screens. */
const FITS = 54;

/** A command that makes the call, for a shell where the token and the ids in the path are set. */
export function curlFor(route: Route, publicUrl: string) {
  const body = route.body
    ? ['-H "Content-Type: application/json"', `-d ${quote(bodyFor(route))}`]
    : route.upload && [sentFile(route)];
  return command(route, publicUrl, body);
}

/** The same with a file, where one can be sent in place of a body. */
export function uploadCurlFor(route: Route, publicUrl: string) {
  return route.upload && route.body && command(route, publicUrl, [sentFile(route)]);
}

const sentFile = ({ upload }: Route) => `-F "file=@${upload === 'csv' ? 'contacts.csv' : 'photo.jpg'}"`;

function command(route: Route, publicUrl: string, body: string[] = []) {
  const url = `${publicUrl}${addressOf(route)}`.replace(/([\w-]+)\/\{(\w+)\}/g, (_, place: string, name: string) => {
    return `${place}/$${variableFor(place, name)}`;
  });
  const curl = ['curl', ...optionsFor(route)].join(' ');
  const lines = [
    ...(curl.length + url.length < FITS ? [`${curl} "${url}"`] : [curl, `"${url}"`]),
    ...(route.auth === 'token' ? [`-H "Authorization: Bearer $${TOKEN_VARIABLE}"`] : []),
    ...(route.key ? ['-H "X-Service-Idempotency-Key: $(uuidgen)"'] : []),
    ...body,
  ];
  return lines.join(' \\\n  ');
}

/** What is no JSON is kept under the name that the server gives it; a redirect is followed to get there. */
function optionsFor({ method, replies }: Route) {
  const [reply] = Object.values(replies);
  if (reply?.shape === 'redirect') return ['-L', '-OJ'];
  if (reply?.shape === 'text') return ['-OJ'];
  return method === 'GET' ? [] : ['-X', method];
}

/** `/contacts/{id}` asks for `$CONTACT_ID`, `/tags/{tag}` for `$TAG`, `/agents/{agent_id}` for `$AGENT_ID`. */
function variableFor(place: string, name: string) {
  const noun = singular(place).replaceAll('-', '_');
  const isWhole = name === noun || name.startsWith(`${noun}_`);
  return (isWhole ? name : `${noun}_${name}`).toUpperCase();
}

function bodyFor({ method, path, body, replies }: Route) {
  const [reply] = Object.values(replies);
  const resource = reply && 'item' in reply ? (resourceName(reply.item) ?? '') : '';
  const schema = readSchema(body as NonNullable<Route['body']>);
  return JSON.stringify(sampleBody(schema, `${method} ${path}`, resource), null, 2);
}

/** For a POSIX shell, which reads nothing inside single quotes but their end. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
