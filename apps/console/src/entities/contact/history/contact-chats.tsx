import { Skeleton, Text } from '@mantine/core';
import { type Chat, isDone, isSpam } from '@parley/live';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { When } from '../../../ui/time/when.tsx';
import type { Contact } from '../contact-queries.ts';
import styles from './contact-chats.module.css';

const chatsOfContact = (contact_id: string) =>
  queryOptions({
    queryKey: ['chats', { contact_id }],
    queryFn: async ({ signal }) => (await api.chats.list({ query: { contact_id, limit: 20 }, signal })).data,
  });

interface ContactChatsProps {
  contact: Contact;
  /** The open chat, which is not listed. */
  except?: number;
}

export function ContactChats({ contact, except }: ContactChatsProps) {
  const { contacts: texts } = useTexts();
  const explain = useExplain();
  const { data: chats, error } = useQuery(chatsOfContact(contact.id));
  if (error) return <Text c="dimmed">{explain(error)}</Text>;
  if (!chats) return <Skeleton height={40} />;
  const listed = chats.filter(({ id }) => id !== except);
  if (!listed.length) return <Text c="dimmed">{except === undefined ? texts.noChats : texts.noOtherChats}</Text>;
  return (
    <ul className={styles.chats}>
      {listed.map((chat) => (
        <li key={chat.id}>
          <Link to="/inbox/$chatId" params={{ chatId: String(chat.id) }} className={styles.chat}>
            <span className={styles.title} dir="auto">
              {chat.last_message?.text ?? texts.chat(chat.id)}
            </span>
            <span className={styles.state}>{texts.chatStates[stateOf(chat)]}</span>
            <When at={chat.last_message_at ?? chat.created_at} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function stateOf(chat: Chat) {
  if (isSpam(chat)) return 'spam';
  return isDone(chat) ? 'done' : 'open';
}
