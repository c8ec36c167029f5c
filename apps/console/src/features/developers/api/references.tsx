import { type Icon, IconArrowUpRight, IconBook2, IconBraces, IconLifebuoy, IconMap2 } from '@tabler/icons-react';
import { useDevelopersTexts } from '../../../locales/pages/developers.ts';
import styles from './references.module.css';

/** The documents that the server renders with its own address. */
export function References() {
  const { reference: texts } = useDevelopersTexts();
  return (
    <div className={styles.references}>
      <Reference href="/docs/guides" icon={IconMap2} title={texts.guides} lead={texts.guidesLead} />
      <Reference href="/docs" icon={IconBook2} title={texts.docs} lead={texts.docsLead} />
      <Reference href="/api/openapi.json" icon={IconBraces} title={texts.openApi} lead={texts.openApiLead} />
      <Reference href="/api/problems" icon={IconLifebuoy} title={texts.problems} lead={texts.problemsLead} />
    </div>
  );
}

interface ReferenceProps {
  href: string;
  icon: Icon;
  title: string;
  lead: string;
}

function Reference({ href, icon: Sign, title, lead }: ReferenceProps) {
  return (
    <a className={styles.reference} href={href} target="_blank" rel="noreferrer">
      <Sign size={20} stroke={1.75} aria-hidden className={styles.icon} />
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.lead}>{lead}</span>
      </span>
      <IconArrowUpRight size={18} stroke={1.75} aria-hidden className={styles.arrow} />
    </a>
  );
}
