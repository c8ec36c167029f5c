import { Button } from '@mantine/core';
import { useWidgetTexts } from '../../../locales/pages/widget.ts';
import { toDomain } from './domain-name.ts';
import styles from './installation.module.css';
import { useDomains } from './use-domains.ts';

const MAX_SHOWN = 5;

interface BlockedSitesProps {
  blocked: { host: string; count: number }[];
  domains: string[];
}

/** Sites on which the widget is blocked, with a button to allow each. */
export function BlockedSites({ blocked, domains }: BlockedSitesProps) {
  const { install: texts } = useWidgetTexts();
  const { mutate, isPending } = useDomains();
  return blocked.slice(0, MAX_SHOWN).map(({ host, count }) => (
    <div key={host} className={styles.blocked} role="alert">
      <span>{texts.blocked(host, count)}</span>
      <Button
        size="compact-sm"
        variant="default"
        aria-busy={isPending}
        onClick={() => isPending || mutate([...domains, toDomain(host) ?? host])}
      >
        {texts.allowIt}
      </Button>
    </div>
  ));
}
