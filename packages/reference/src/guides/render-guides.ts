import { readFileSync } from 'node:fs';
import path from 'node:path';
import { anchor } from '../titles.ts';
import { CHAPTERS, sourceOf } from './catalogue.ts';
import { type Built, guideUrl } from './guide.ts';
import { renderMarkdown } from './markdown.ts';

const ROOT = new URL('../../../../', import.meta.url);
const IMAGES = 'docs/images';

const SERVED: Record<string, string> = { 'docs/openapi.json': '/api/openapi.json' };

interface WithDead extends Built {
  /** Links that lead nowhere, as `<source>: <link>`. */
  dead: string[];
}

/** Renders every guide of the catalogue. */
export function renderGuides(): WithDead {
  const entries = CHAPTERS.flatMap(({ title, guides }) => guides.map((entry) => ({ chapter: title, entry })));
  const urls = new Map(entries.map(({ entry }) => [sourceOf(entry), guideUrl(entry.name)]));
  const calls = readCalls();
  const images = new Set<string>();
  const dead: string[] = [];
  const guides = entries.map(({ chapter, entry }) => {
    const source = sourceOf(entry);
    const inRepository = (target: string) => path.posix.join(path.posix.dirname(source), target);
    const { dead: found, ...rendered } = renderMarkdown({
      text: readFileSync(new URL(source, ROOT), 'utf8'),
      findCall: (call) => findCall(call, calls),
      resolve: (target) => resolveLink(target, inRepository, urls),
      findPicture: (target) => {
        const file = inRepository(target);
        const name = path.posix.basename(file);
        if (path.posix.dirname(file) !== IMAGES) return undefined;
        images.add(name);
        return { url: `/docs/images/${name}`, ...sizeOf(file) };
      },
    });
    dead.push(...found.map((link) => `${source}: ${link}`));
    return { name: entry.name, chapter, explains: entry.explains ?? [], ...rendered };
  });
  return { guides, images: [...images], dead };
}

function resolveLink(target: string, inRepository: (target: string) => string, urls: Map<string, string>) {
  if (/^(?:https?:|mailto:|#|\/)/.test(target)) return target;
  const [file = '', ...anchor] = target.split('#');
  const known = inRepository(file);
  const url = urls.get(known) ?? SERVED[known];
  return url && [url, ...anchor].join('#');
}

/** Width and height of a PNG, so that the page keeps its place while it loads. */
function sizeOf(file: string) {
  const bytes = readFileSync(new URL(file, ROOT));
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

interface Call {
  method: string;
  segments: string[];
  url: string;
}

/** Every call of the reference, those without path parameters first. */
function readCalls(): Call[] {
  const { paths }: { paths: Record<string, Record<string, { operationId?: string }>> } = JSON.parse(
    readFileSync(new URL('docs/openapi.json', ROOT), 'utf8'),
  );
  const calls = Object.entries(paths).flatMap(([address, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId }]): Call[] =>
      operationId
        ? [{ method: method.toUpperCase(), segments: address.split('/'), url: `/docs#${anchor(operationId)}` }]
        : [],
    ),
  );
  const isOpen = ({ segments }: Call) => Number(segments.some(isParameter));
  return calls.toSorted((one, other) => isOpen(one) - isOpen(other));
}

const isParameter = (segment: string) => segment.startsWith('{');

/** A path parameter may have a value, and a query and a body may follow. */
function findCall(text: string, calls: Call[]) {
  const [, method, address = ''] = /^([A-Z]+) (\/v1[\w{}/-]*)(?:[?\s]|$)/.exec(text) ?? [];
  const named = address.split('/');
  return calls.find(
    (call) =>
      call.method === method &&
      call.segments.length === named.length &&
      call.segments.every((segment, place) => isParameter(segment) || segment === named[place]),
  )?.url;
}
