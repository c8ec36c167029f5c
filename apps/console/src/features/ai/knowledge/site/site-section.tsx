import type { ReactNode } from 'react';
import styles from './site-section.module.css';

interface SiteSectionProps {
  label: string;
  /** Whether the label is shown; a section that is alone needs none. */
  hasHeading?: boolean;
  children: ReactNode;
}

/** A part of the page about the site. */
export const SiteSection = ({ label, hasHeading = true, children }: SiteSectionProps) => (
  <section className={styles.section} aria-label={label}>
    {hasHeading && <h2 className={styles.heading}>{label}</h2>}
    {children}
  </section>
);
