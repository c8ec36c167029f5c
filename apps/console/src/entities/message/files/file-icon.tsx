import { fileIcon } from '@parley/content';
import styles from './file-icon.module.css';

export function FileIcon({ name, type }: { name: string; type: string }) {
  const { color, extension } = fileIcon(name, type);
  return (
    <svg className={styles.icon} viewBox="0 0 36 44" fill="#fff" aria-hidden>
      <path fill={color} d="M6 0h18l12 12v26a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6V6a6 6 0 0 1 6-6z" />
      <path opacity=".45" d="M24 0l12 12h-8a4 4 0 0 1-4-4z" />
      {extension ? (
        <text x="18" y="33" textAnchor="middle" className={styles.extension}>
          {extension}
        </text>
      ) : (
        <path d="M9 20h18v3H9zM9 27h18v3H9zM9 34h10v3H9z" />
      )}
    </svg>
  );
}
