import { Button } from '@mantine/core';
import type { SiteVisitor } from '@parley/live';
import { IconMessageCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { namelessOf } from '../../../entities/contact/contact-name.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { PersonAvatar } from '../../../ui/person/person-avatar.tsx';
import { Country } from './country.tsx';
import { PageLink } from './page-link.tsx';
import { TimeOnSite } from './time-on-site.tsx';
import { hostOf } from './visitor-address.ts';
import styles from './visitor-row.module.css';

interface VisitorRowProps {
  visitor: SiteVisitor;
  onStart: (visitor: SiteVisitor) => void;
}

/** A visitor. Renders only when the visitor changes. */
export const VisitorRow = memo(function VisitorRow({ visitor, onStart }: VisitorRowProps) {
  const texts = useTexts();
  const from = hostOf(visitor.referrer);
  return (
    <tr className={styles.row}>
      <td className={styles.visitor}>
        <div className={styles.person}>
          <PersonAvatar name={visitor.name} id={idOf(visitor)} />
          <div className={styles.words}>
            <span className={styles.name}>{visitor.name ?? namelessOf(idOf(visitor), texts)}</span>
            {visitor.country && <Country code={visitor.country} />}
          </div>
        </div>
      </td>
      <td className={styles.page}>
        <PageLink page={visitor.page} title={visitor.title} />
      </td>
      <td className={styles.referrer}>{from ?? <span className={styles.absent}>{texts.visitors.direct}</span>}</td>
      <td className={styles.time}>
        <TimeOnSite since={visitor.since} />
      </td>
      <td className={styles.pages}>{visitor.pages}</td>
      <td className={styles.chat}>
        <ChatCell visitor={visitor} onStart={onStart} />
      </td>
    </tr>
  );
});

/** The contact's, so that the visitor is called the same in the inbox. */
const idOf = ({ contact_id, id }: SiteVisitor) => contact_id ?? id;

function ChatCell({ visitor, onStart }: VisitorRowProps) {
  const all = useTexts();
  const { visitors: texts } = all;
  const name = visitor.name ?? namelessOf(idOf(visitor), all);
  if (visitor.chat_id === null) {
    return (
      <Button variant="default" size="compact-sm" aria-label={texts.startWith(name)} onClick={() => onStart(visitor)}>
        {texts.start}
      </Button>
    );
  }
  const params = { chatId: String(visitor.chat_id) };
  return (
    <Link to="/inbox/$chatId" params={params} className={styles.badge} aria-label={texts.inChatWith(name)}>
      <IconMessageCircle size={14} stroke={1.75} aria-hidden />
      {texts.inChat}
    </Link>
  );
}
