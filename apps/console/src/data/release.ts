import { queryOptions } from '@tanstack/react-query';
import { Unreachable } from './api.ts';

const BUILD_STALE_MS = 300_000;
const RELOADED_KEY = 'parley-reloaded-for';

/** The build of this page. */
const own = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content;

/** The build of the server, refetched on focus and after a reconnect. */
export const buildQuery = queryOptions({
  queryKey: ['build'],
  queryFn: readBuild,
  staleTime: BUILD_STALE_MS,
  refetchOnWindowFocus: true,
});

export const isOtherBuild = (build: string | undefined): build is string => build !== undefined && build !== own;

/** The server has another release and no longer serves a chunk of this one. */
export class Outdated extends Error {
  override readonly name = 'Outdated';
}

/** Imports a chunk, and explains a failure by the kind of error. */
export async function load<Part>(part: () => Promise<Part>): Promise<Part> {
  try {
    return await part();
  } catch (cause) {
    const build = await readBuild().catch(() => undefined);
    if (isOtherBuild(build)) throw new Outdated(build, { cause });
    throw new Unreachable('A chunk of the console could not be loaded', { cause });
  }
}

/** Once for each release, to avoid a reload loop. */
export function reloadOnce(build: string) {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === build) return;
    sessionStorage.setItem(RELOADED_KEY, build);
  } catch {
    return;
  }
  location.reload();
}

async function readBuild(): Promise<string> {
  const answer = await fetch('/app/build.json', { cache: 'no-store' });
  if (!answer.ok) throw new Unreachable('The build of the server is unknown');
  const { build } = await answer.json();
  return build;
}
