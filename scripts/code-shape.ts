import { type ParseResult, Visitor, type VisitorObject } from 'oxc-parser';

const MAX_FUNCTION_LINES = 100;

interface Range {
  start: number;
  end: number;
}

/** Functions that are too long, and casts through `unknown` without a reason, each as a sentence. */
export function findShapeViolations(file: string, source: string, parsed: ParseResult): string[] {
  const lineOf = createLineOf(source);
  const { functions, casts, statements } = collectNodes(parsed);
  const isExplained = (cast: Range) => {
    const statement = statements.findLast((each) => contains(each, cast)) ?? cast;
    return parsed.comments.some(
      (comment) =>
        contains(statement, comment) || [lineOf(cast.start), lineOf(statement.start)].includes(lineOf(comment.end) + 1),
    );
  };
  const long = functions.flatMap(({ start, end }) => {
    const lines = lineOf(end) - lineOf(start) + 1;
    if (lines <= MAX_FUNCTION_LINES) return [];
    return `${file}:${lineOf(start)}: a function of ${lines} lines; split it into parts of at most ${MAX_FUNCTION_LINES}`;
  });
  const unexplained = casts
    .filter((cast) => !isExplained(cast))
    .map((cast) => `${file}:${lineOf(cast.start)}: \`as unknown as\` without a comment that says why`);
  return [...long, ...unexplained];
}

/** Statements are listed from the outside in. */
function collectNodes({ program }: ParseResult) {
  const functions: Range[] = [];
  const casts: Range[] = [];
  const statements: Range[] = [];
  const addFunction = (node: Range) => void functions.push(node);
  const addStatement = (node: Range) => void statements.push(node);
  const visitors: VisitorObject = {
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    VariableDeclaration: addStatement,
    ExpressionStatement: addStatement,
    ReturnStatement: addStatement,
    ThrowStatement: addStatement,
    IfStatement: addStatement,
    ForOfStatement: addStatement,
    PropertyDefinition: addStatement,
    TSAsExpression(node) {
      if (node.expression.type !== 'TSAsExpression') return;
      if (node.expression.typeAnnotation.type === 'TSUnknownKeyword') casts.push(node);
    },
  };
  new Visitor(visitors).visit(program);
  return { functions, casts, statements };
}

const contains = (outer: Range, inner: Range) => outer.start <= inner.start && inner.end <= outer.end;

export function createLineOf(source: string) {
  const breaks = [...source.matchAll(/\n/g)].map(({ index }) => index);
  return (offset: number) => breaks.filter((at) => at < offset).length + 1;
}

/**
 * The least number of files to read in each workspace, a little below the real one: a check that reads nothing finds
 * nothing wrong.
 */
const FEWEST_FILES: Record<string, number> = {
  'apps/console': 300,
  'apps/server': 395,
  'apps/widget': 86,
  'packages/content': 17,
  'packages/contract': 45,
  'packages/html': 3,
  'packages/invitations': 4,
  'packages/live': 25,
  'packages/reference': 18,
  'packages/sdk': 7,
  bench: 54,
  scripts: 20,
};

/** Workspaces of which fewer files were read than there are, each as a sentence. */
export function findMissingFiles(files: string[], fewest = FEWEST_FILES): string[] {
  const counts = new Map([...Map.groupBy(files, workspaceOf)].map(([name, found]) => [name, found.length]));
  const few = Object.entries(fewest).flatMap(([name, floor]) => {
    const count = counts.get(name) ?? 0;
    return count < floor ? `${name}: only ${count} files were read, but there are at least ${floor}` : [];
  });
  const unknown = [...counts.keys()].filter((name) => !(name in fewest));
  return [...few, ...unknown.map((name) => `${name}: add its number of files to FEWEST_FILES`)];
}

const workspaceOf = (file: string) => /^(?:apps|packages)\/[^/]+|^[^/]+/.exec(file)?.[0] ?? '';
