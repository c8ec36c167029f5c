import path from 'node:path';
import { brokenConsoleRule, CONSOLE, foldersOfConsole } from './console-layers.ts';
import type { ImportGraph } from './import-graph.ts';

const SERVER = 'apps/server/src/';
/** Server layers, lowest first. Files outside these folders compose the others. */
const LAYERS = ['infra', 'kernel', 'modules'];
const COMPOSITION = LAYERS.length;
/** Areas of modules, lowest first: an area imports itself and those before it. */
export const AREAS = [
  'account',
  'people',
  'ai',
  'kb',
  'conversations',
  'outside',
  'messengers',
  'outreach',
  'site',
  'answering',
  'team',
];

const KERNEL = `${SERVER}kernel/`;
/** Rooms of the kernel, lowest first: a room imports itself and those before it. */
const ROOMS = ['auth', 'data', 'jobs', 'events', 'leasing', 'deliveries', 'http', 'live'];

/** Renders the API reference. */
const REFERENCE = 'packages/reference/src/';

/** Exported beside the index of its package, whose schemas the console doesn't load. */
const SUBPATHS = ['packages/content/src/personal-data.ts', 'packages/contract/src/widget/rendering/render-config.ts'];

/** What the files of a module are for, by path. */
type Role = 'tables' | 'store' | 'routes';
const ROLES: [Role, RegExp][] = [
  ['tables', /\/tables\.ts$/],
  ['store', /\/store(\.ts$|\/)/],
  ['routes', /\/routes\.ts$/],
];
/** What a file may import from its own module, where that is limited. */
const OWN_IMPORTS: Record<Role, { allows: (target: Role | undefined) => boolean; rule: string }> = {
  tables: { allows: () => false, rule: 'tables import nothing of their module' },
  store: {
    allows: (target) => target === 'tables' || target === 'store',
    rule: 'a store imports tables and stores of its module and nothing else',
  },
  routes: {
    allows: (target) => target !== 'tables' && target !== 'store',
    rule: 'routes call services and know no SQL',
  },
};

/** Lists the modules, and knows of each its manifest alone. */
const MODULE_LIST = `${SERVER}modules.ts`;

/** Parts of a workspace with what each may import beside itself. A file belongs to the first part that matches. */
const PARTS: Record<string, [part: RegExp, imports: RegExp][]> = {
  'apps/widget/src/': [
    [/^loader\//, /^(shell|trusted-types)\.ts$/],
    [/^invitations\//, /^shell\.ts$/],
    [/^legacy\//, /^(shell|trusted-types|loader\/site-api)\.ts$/],
    [/^preview\//, /^(shell\.ts|chat\/model\/|invitations\/content\.ts)/],
    [/^(socket|locales)\//, /^$/],
    [/^chat\/model\//, /^(shell\.ts|locales\/)/],
    [/^chat\/ui\//, /^(shell\.ts|chat\/model\/)/],
    [/^chat\/content\//, /^chat\/(model|ui)\//],
    [/^chat\/(messages|composer|forms)\//, /^(shell\.ts|locales\/|chat\/(model|ui|content)\/)/],
    [/^chat\/panel\//, /^chat\/(model|ui|messages|composer)\//],
    [/^chat\//, /^(shell\.ts|locales\/|chat\/)/],
    [/^[^/]+$/, /^$/],
  ],
  'packages/live/src/': [
    [/^connection\//, /^$/],
    [/^(agent|visitor)\//, /^(connection\/|[^/]+$)/],
  ],
};
/** Loaded on demand: only these files may name it, and no part counts it as an import. The preview is one file anyway. */
const ON_DEMAND: Record<string, string[]> = {
  'apps/widget/src/chat/deferred-parts.ts': ['apps/widget/src/chat/ui/deferred.tsx'],
  'apps/widget/src/invitations/bubble.ts': [
    'apps/widget/src/invitations/inviter.ts',
    'apps/widget/src/preview/invitation.ts',
  ],
};

/** Every import that breaks a rule, as a sentence. */
export function findViolations(graph: ImportGraph): string[] {
  const arrows = [...graph].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));
  const wrong = arrows.flatMap(({ from, to }) => {
    const rule = brokenRule(from, to);
    return rule ? [`${from} imports ${to}: ${rule}`] : [];
  });
  const graphs = [graph, toModuleGraph(graph), foldersOfConsole(graph)];
  const cycles = graphs.flatMap(findCycles);
  return [...wrong, ...cycles.map((cycle) => `${cycle.join(' → ')}: imports in a circle`)];
}

/** Modules with the modules they import. Circles are possible here even where files have none. */
function toModuleGraph(graph: ImportGraph): ImportGraph {
  const modules: ImportGraph = new Map();
  for (const [from, targets] of graph) {
    const module = moduleOf(from);
    if (!module) continue;
    const others = targets.flatMap((to) => moduleOf(to) ?? []).filter((other) => other !== module);
    modules.set(module, [...new Set([...(modules.get(module) ?? []), ...others])]);
  }
  return modules;
}

function brokenRule(from: string, to: string) {
  if (workspaceOf(from) !== workspaceOf(to)) {
    if (from.startsWith(REFERENCE) && !to.startsWith('packages/html/')) return 'the reference reads OpenAPI alone';
    return workspaceOf(to).startsWith('packages/') && (to.endsWith('src/index.ts') || SUBPATHS.includes(to))
      ? undefined
      : 'a workspace is reached by its package name, and only packages are';
  }
  if (from.startsWith(CONSOLE)) return brokenConsoleRule(from, to);
  if (!from.startsWith(SERVER)) return brokenPart(from, to);
  if (!to.startsWith(SERVER)) return 'the server imports nothing of its tests';
  if (layerOf(to) > layerOf(from)) return 'modules → kernel → infra, never back';
  if (roomOf(from) >= 0 && roomOf(to) > roomOf(from))
    return `rooms import downwards: ${ROOMS.toReversed().join(' → ')}`;
  const [ours, theirs] = [moduleOf(from), moduleOf(to)];
  const target = path.basename(to);
  if (from === MODULE_LIST && target === 'manifest.ts') return undefined;
  if (ours && theirs && areaOf(theirs) > areaOf(ours))
    return `areas import downwards: ${AREAS.toReversed().join(' → ')}`;
  const [source, role] = [roleOf(from), roleOf(to)];
  if (theirs && ours !== theirs) return isJoin(source, role) ? undefined : reachedByIndex(target);
  const own = ours && ours === theirs && source ? OWN_IMPORTS[source] : undefined;
  return own && !own.allows(role) ? own.rule : undefined;
}

function brokenPart(from: string, to: string) {
  const loaders = ON_DEMAND[to];
  if (loaders) return loaders.includes(from) ? undefined : `it is loaded on demand, by ${loaders.join(' and ')}`;
  const [root = '', parts = []] = Object.entries(PARTS).find(([each]) => from.startsWith(each)) ?? [];
  const [source, target] = [from.slice(root.length), to.slice(root.length)];
  const [part, imports] = parts.find(([each]) => each.test(source)) ?? [];
  if (!part || imports?.test(target) || part.exec(source)?.[0] === part.exec(target)?.[0]) return undefined;
  return `${path.dirname(source)} does not import this part of ${root}`;
}

const roleOf = (file: string) => ROLES.find(([, path]) => path.test(file))?.[0];
/** Joins and foreign keys cross modules; rules about the rows stay behind the module's index. */
const isJoin = (source: Role | undefined, target: Role | undefined) =>
  (source === 'store' || source === 'tables') && target === 'tables';
const reachedByIndex = (target: string) =>
  target === 'index.ts' ? undefined : 'a module is reached through its index.ts';

const workspaceOf = (file: string) =>
  file
    .split('/')
    .slice(0, file.startsWith('bench/') ? 1 : 2)
    .join('/');
const moduleOf = (file: string) => /^apps\/server\/src\/modules\/([^/]+\/[^/]+)\//.exec(file)?.[1];

function areaOf(module: string) {
  const [area = ''] = module.split('/');
  const index = AREAS.indexOf(area);
  if (index === -1) throw new Error(`${area} is not in AREAS`);
  return index;
}

const roomOf = (file: string) =>
  file.startsWith(KERNEL) ? ROOMS.indexOf(file.slice(KERNEL.length).split('/')[0] ?? '') : -1;

function layerOf(file: string) {
  const index = LAYERS.indexOf(file.slice(SERVER.length).split('/')[0] ?? '');
  return index === -1 ? COMPOSITION : index;
}

function findCycles(graph: ImportGraph) {
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (file: string, trail: string[]) => {
    const start = trail.indexOf(file);
    if (start !== -1) return void cycles.push([...trail.slice(start), file]);
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}
