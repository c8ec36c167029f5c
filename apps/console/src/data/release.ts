import { queryOptions } from '@tanstack/react-query';
import { Unreachable } from './api.ts';

const LOOKED_AT_EVERY_MS = 300_000;
const RELOADED_KEY = 'parley-reloaded-for';

/** What this page was built as. */
const own = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content;

/** The build that the server has now. Asked for when the page is looked at again, and when the connection comes back. */
export const buildQuery = queryOptions({
  queryKey: ['build'],
  queryFn: readBuild,
  staleTime: LOOKED_AT_EVERY_MS,
  refetchOnWindowFocus: true,
});

export const isOther = (build: string | undefined): build is string => build !== undefined && build !== own;

/** A part of the console is gone from the server, which has another release. */
export class Outdated extends Error {
  override readonly name = 'Outdated';
}

/** Loads a part of the console. Why it could not be loaded is for its screen to say, once somebody goes there. */
export async function load<Part>(part: () => Promise<Part>): Promise<Part> {
  try {
    return await part();
  } catch (cause) {
    const build = await readBuild().catch(() => undefined);
    if (isOther(build)) throw new Outdated(build, { cause });
    throw new Unreachable('A part of the console could not be loaded', { cause });
  }
}

/** Once for each release: a page that comes back as it was must not be loaded over and over. */
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
  if (!answer.ok) throw new Unreachable('The server does not say what it has');
  const { build } = await answer.json();
  return build;
}
