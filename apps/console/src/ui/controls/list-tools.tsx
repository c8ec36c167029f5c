import type { ReactNode } from 'react';
import styles from './list-tools.module.css';
import { SearchField } from './search-field.tsx';

interface ListToolsProps {
  label: string;
  query: string;
  onSearch: (query: string) => void;
  /** A choice of what is searched. */
  children: ReactNode;
}

/** Above a list: its search field, and beside it another filter. */
export function ListTools({ children, ...search }: ListToolsProps) {
  return (
    <div className={styles.tools}>
      <SearchField {...search} className={styles.search ?? ''} />
      {children}
    </div>
  );
}
