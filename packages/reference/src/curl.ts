import type { Operation } from './operation.ts';
import { ANY_FILE, FILES } from './sample-values.ts';
import { sample, sampleBody } from './samples.ts';
import type { Schema } from './schemas.ts';
import { singular } from './titles.ts';

/** The shell variable with the token in every example. */
export const TOKEN_VARIABLE = 'PARLEY_TOKEN';

/** Line length that fits most screens. */
const FITS = 54;

/** A command that makes the call, for a shell where the token and the ids in the path are set. */
export function curlFor(operation: Operation) {
  const { body, takesFile } = operation;
  if (body) return command(operation, sentBody(operation, body));
  return command(operation, takesFile ? [sentFile(operation)] : []);
}

/** The same with a file, where one can be sent in place of a body. */
export function uploadCurlFor(operation: Operation) {
  return operation.takesFile && operation.body && command(operation, [sentFile(operation)]);
}

const sentFile = ({ name }: Operation) => `-F "file=@${FILES[name] ?? ANY_FILE}"`;

function command(operation: Operation, body: string[]) {
  const url = `${operation.baseUrl}${operation.path}`.replace(
    /([\w-]+)\/\{(\w+)\}/g,
    (_, place: string, name: string) => {
      return `${place}/$${variableFor(place, name)}`;
    },
  );
  const address = `${url}${requiredQuery(operation)}`;
  const curl = ['curl', ...optionsFor(operation)].join(' ');
  const lines = [
    ...(curl.length + address.length < FITS ? [`${curl} "${address}"`] : [curl, `"${address}"`]),
    ...authorization(operation),
    ...(operation.key ? ['-H "X-Service-Idempotency-Key: $(uuidgen)"'] : []),
    ...body,
  ];
  return lines.join(' \\\n  ');
}

function authorization({ credential }: Operation) {
  const variables = { token: TOKEN_VARIABLE, visitor: 'VISITOR_TOKEN', 'optional visitor': undefined };
  const variable = credential && variables[credential];
  return variable ? [`-H "Authorization: Bearer $${variable}"`] : [];
}

/** Parameters that the call can't do without. */
function requiredQuery({ method, path, query: { properties = {}, required = [] } }: Operation) {
  const values = required.map((name) => [name, String(sample(properties[name] ?? {}, name, `${method} ${path}`))]);
  return values.length ? `?${new URLSearchParams(values)}` : '';
}

/** A file is saved under the name in the response, after following a redirect. */
function optionsFor({ method, replies: [reply] }: Operation) {
  if (reply?.shape === 'redirect') return ['-L', '-OJ'];
  if (reply?.shape === 'text') return ['-OJ'];
  return method === 'GET' ? [] : ['-X', method];
}

/** `/contacts/{id}` asks for `$CONTACT_ID`, `/tags/{tag}` for `$TAG`, `/agents/{agent_id}` for `$AGENT_ID`. */
function variableFor(place: string, name: string) {
  const noun = singular(place).replaceAll('-', '_');
  const isWhole = name === noun || name.includes('_');
  return (isWhole ? name : `${noun}_${name}`).toUpperCase();
}

function sentBody({ method, path, replies: [reply] }: Operation, body: Schema) {
  const resource = reply && 'item' in reply ? (reply.item.title ?? '') : '';
  const text = JSON.stringify(sampleBody(body, `${method} ${path}`, resource), null, 2);
  return ['-H "Content-Type: application/json"', `-d ${quote(text)}`];
}

/** Quotes for a POSIX shell. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
