import type { ProblemExample } from './document.ts';

export interface Problem {
  code: string;
  /** Last part of the URL of its page. */
  slug: string;
  status: number;
  title: string;
  help: string;
  example: ProblemExample['value'];
}

/** Every problem of the API by its code. */
export type Problems = Map<string, Problem>;

export function readProblems(examples: Record<string, ProblemExample>): Problems {
  return new Map(Object.entries(examples).map(([code, example]) => [code, readProblem(code, example)]));
}

function readProblem(code: string, { summary, value, 'x-help': help }: ProblemExample): Problem {
  const slug = value.type.slice(value.type.lastIndexOf('/') + 1);
  return { code, slug, status: value.status, title: summary, help, example: value };
}

export function getProblem(problems: Problems, code: string): Problem {
  const found = problems.get(code);
  if (!found) throw new Error(`The document has no problem ${code}`);
  return found;
}

export const byStatus = (a: Problem, b: Problem) => a.status - b.status;
