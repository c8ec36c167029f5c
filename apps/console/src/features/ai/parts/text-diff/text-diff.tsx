import { useTextDiffTexts } from '../../../../locales/pages/text-diff.ts';
import { type DiffLine, diffLines } from './diff.ts';
import styles from './text-diff.module.css';

/** Lines around a change that show where it is. */
const CONTEXT = 1;

/** What differs between two versions of a text. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard
    <div className={styles.diff} tabIndex={0} dir="auto">
      {fold(diffLines(before, after)).map((part) =>
        'hidden' in part ? <Hidden key={part.at} count={part.hidden} /> : <Line key={part.at} line={part.line} />,
      )}
    </div>
  );
}

type Part = { at: number } & ({ line: DiffLine } | { hidden: number });

/** Without unchanged lines that are far from a change. */
function fold(lines: DiffLine[]): Part[] {
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind === 'changed');
  const parts: Part[] = [];
  for (const [at, line] of lines.entries()) {
    const last = parts.at(-1);
    if (isNear(at)) parts.push({ at, line });
    else if (last && 'hidden' in last) last.hidden++;
    else parts.push({ at, hidden: 1 });
  }
  return parts;
}

function Hidden({ count }: { count: number }) {
  const { same } = useTextDiffTexts();
  return <div className={styles.hidden}>{same(count)}</div>;
}

function Line({ line: { kind, pieces } }: { line: DiffLine }) {
  const texts = useTextDiffTexts();
  return (
    <div className={styles.line} data-kind={kind}>
      {pieces.map(({ kind: change, text }, at) => {
        const key = `${at} ${text}`;
        if (change === 'same') return <span key={key}>{text}</span>;
        const Mark = change === 'added' ? 'ins' : 'del';
        return (
          <Mark key={key} className={styles[change]} title={texts[change]}>
            {text}
          </Mark>
        );
      })}
    </div>
  );
}
