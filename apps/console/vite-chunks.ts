import path from 'node:path';
import type { Rolldown } from 'vite';

// A screen's components are shared with other screens in ever different combinations, each of which would become a file
// of its own. What the first screens need comes in one.

interface ModuleGraph {
  getModuleInfo: Rolldown.GetModuleInfo;
}

/** A library with as many modules in its index is imported by name. */
const LARGE = 50;

/** Names the chunk of all modules that the screens import, directly or not. */
export function chunkOf(name: string, screens: string[]) {
  let modules: Set<string> | undefined;
  return (id: string, graph: ModuleGraph) => {
    modules ??= modulesOf(screens, graph);
    return modules.has(id) ? name : null;
  };
}

function modulesOf(screens: string[], graph: ModuleGraph) {
  const modules = new Set(screens.map((screen) => path.join(import.meta.dirname, 'src', screen)));
  for (const id of modules) for (const imported of importsOf(id, graph)) modules.add(imported);
  return modules;
}

function importsOf(id: string, graph: ModuleGraph) {
  const { code, importedIds = [] } = graph.getModuleInfo(id) ?? {};
  const words = new Set(code?.match(/\w+/g));
  return importedIds.flatMap((imported) => {
    const index = graph.getModuleInfo(imported)?.importedIds ?? [];
    return index.length < LARGE ? [imported] : index.filter((each) => words.has(exportOf(each)));
  });
}

/** `useHotkeys` of `use-hotkeys.mjs`. */
const exportOf = (id: string) => path.basename(id, '.mjs').replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
