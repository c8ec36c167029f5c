import path from 'node:path';
import type { ImportGraph } from './import-graph.ts';

export const CONSOLE = 'apps/console/src/';
/** Arrows point down this list, never up: `ui` knows no chats or contacts, `data` draws nothing. */
const LAYERS = ['app', 'features', 'entities', 'ui', 'data', 'locales'];
/** Their folders don't import each other; `app` composes them. */
const ISOLATED = ['features', 'entities'];

/** The rule that an import inside the console breaks, if any. */
export function brokenConsoleRule(from: string, to: string) {
  const [source, target] = [placeOf(from), placeOf(to)];
  if (source.rank === -1 || target.rank === -1) return `files of the console stand in ${LAYERS.join(', ')}`;
  if (target.rank < source.rank) return `${LAYERS.join(' → ')}, never back`;
  const isElsewhere = source.layer === target.layer && source.slice !== target.slice;
  if (isElsewhere && ISOLATED.includes(source.layer)) {
    return `${source.layer} do not import each other: compose them in app/, or move the shared part a layer down`;
  }
  return undefined;
}

/** Imports between folders of the console. */
export function foldersOfConsole(graph: ImportGraph): ImportGraph {
  const folders = new Map<string, string[]>();
  for (const [file, targets] of graph) {
    if (!file.startsWith(CONSOLE)) continue;
    const folder = folderOf(file);
    const others = targets.filter((to) => to.startsWith(CONSOLE)).map(folderOf);
    folders.set(folder, [...(folders.get(folder) ?? []), ...others.filter((other) => other !== folder)]);
  }
  return folders;
}

/** A language is one file in several parts. */
const folderOf = (file: string) => path.dirname(file).replace(/(\/locales)\/.*/, '$1');

function placeOf(file: string) {
  const [layer = '', slice = ''] = file.slice(CONSOLE.length).split('/');
  return { layer, slice, rank: LAYERS.indexOf(layer) };
}
