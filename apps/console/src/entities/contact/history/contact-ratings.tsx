import { Skeleton, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { Stars } from '../../../ui/rating/stars.tsx';
import { When } from '../../../ui/time/when.tsx';
import type { Contact } from '../contact-queries.ts';
import styles from './contact-ratings.module.css';

const ratingsOfContact = (contact_id: string) =>
  queryOptions({
    queryKey: ['ratings', { contact_id }],
    queryFn: async ({ signal }) => (await api.ratings.list({ query: { contact_id, limit: 20 }, signal })).data,
  });

/** Ratings that a contact gave. */
export function ContactRatings({ contact }: { contact: Contact }) {
  const { contacts: texts } = useTexts();
  const explain = useExplain();
  const { data: ratings, error } = useQuery(ratingsOfContact(contact.id));
  if (error) return <Text c="dimmed">{explain(error)}</Text>;
  if (!ratings) return <Skeleton height={40} />;
  if (!ratings.length) return <Text c="dimmed">{texts.noRatings}</Text>;
  return (
    <ul className={styles.ratings}>
      {ratings.map(({ agent_id, score, comment, updated_at }) => (
        <li key={agent_id} className={styles.rating}>
          <Stars score={score} label={texts.score(score)} />
          <When at={updated_at} />
          {comment && <span className={styles.comment}>{comment}</span>}
        </li>
      ))}
    </ul>
  );
}
