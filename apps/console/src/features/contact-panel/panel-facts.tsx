import { Anchor } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { readPage } from '../../entities/visitor/page-address.ts';
import styles from './panel-facts.module.css';

/** Names and values in a narrow column, without empty ones. */
export function PanelFacts({ facts }: { facts: [name: string, value: ReactNode][] }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <dl className={styles.facts}>
      {known.map(([name, value]) => (
        <Fragment key={name}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** A link to a page or a referrer. */
export function pageLink(address: string | null, title?: string | null) {
  const page = readPage(address);
  if (!page) return null;
  return (
    <Anchor href={page.href} title={page.href} target="_blank" rel="noopener noreferrer" dir="auto">
      {title || page.text}
    </Anchor>
  );
}
