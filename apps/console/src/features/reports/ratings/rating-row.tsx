import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useAgentName } from '../../../entities/agent/use-agent-name.ts';
import { nameOf } from '../../../entities/contact/contact-name.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { Stars } from '../../../ui/rating/stars.tsx';
import { When } from '../../../ui/time/when.tsx';
import type { Rating } from '../report-queries.ts';
import styles from './rating-row.module.css';

export function RatingRow({ rating }: { rating: Rating }) {
  const { score, comment, contact_id, contact_name, agent_id, chat_id, updated_at } = rating;
  const { ratings: texts } = useReportsTexts();
  const common = useTexts();
  const agentName = useAgentName();
  const contact = nameOf({ id: contact_id, name: contact_name, email: null, phone: null }, common);
  return (
    <li className={styles.row}>
      <Stars score={score} label={texts.score(score)} />
      <div className={styles.words}>
        {comment ? <p className={styles.comment}>{comment}</p> : <Text c="dimmed">{texts.noComment}</Text>}
        <p className={styles.people}>{texts.about(contact, agentName(agent_id))}</p>
      </div>
      <span className={styles.time}>
        <When at={updated_at} />
      </span>
      {chat_id !== null && (
        <Anchor
          className={styles.chat ?? ''}
          renderRoot={(props) => <Link to="/inbox/$chatId" params={{ chatId: String(chat_id) }} {...props} />}
          aria-label={`${texts.openChat}: ${contact}`}
        >
          {texts.openChat}
        </Anchor>
      )}
    </li>
  );
}
