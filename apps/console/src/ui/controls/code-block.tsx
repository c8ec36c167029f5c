import styles from './code-block.module.css';
import { CopyIcon } from './copy-icon.tsx';

/** Text as it is, such as JSON or a command of several lines, with a copy button. Always left to right. */
export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    <div className={styles.block} dir="ltr">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard */}
      <pre className={styles.code} tabIndex={0}>
        {children}
      </pre>
      <div className={styles.copy}>
        <CopyIcon value={children} label={label} />
      </div>
    </div>
  );
}
