import { type Plugin, parseSync, Visitor } from 'vite';

// What the contract says to its readers is half of its size, and no screen shows it.

/** Leaves descriptions, examples and summaries of the contract out of the build. */
export const leaveOutDocs: Plugin = {
  name: 'leave-out-docs',
  apply: 'build',
  transform: {
    filter: { id: /\/packages\/contract\/src\/.*\.ts$/ },
    handler: (code) => ({ code: withoutDocs(code), map: null }),
  },
};

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** `doc('…', schema, …)` becomes `schema`, and a route loses its summary and description. */
export function withoutDocs(code: string) {
  const edits: Edit[] = [];
  const replace = (start: number, end: number, text: string) => void edits.push({ start, end, text });
  const { program } = parseSync('contract.ts', code);
  new Visitor({
    CallExpression({ start, end, callee, arguments: [first, second] }) {
      if (callee.type !== 'Identifier') return;
      if (callee.name === 'doc' && second) {
        replace(start, second.start, '');
        replace(second.end, end, '');
      }
      if (callee.name !== 'route' || first?.type !== 'ObjectExpression') return;
      for (const member of first.properties) {
        if (member.type !== 'Property' || member.key.type !== 'Identifier') continue;
        const { start, end } = member.value;
        if (['summary', 'description'].includes(member.key.name)) replace(start, end, "''");
      }
    },
  }).visit(program);
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((left, { start, end, text }) => left.slice(0, start) + text + left.slice(end), code);
}
