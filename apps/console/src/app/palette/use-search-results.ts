import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../data/api.ts';
import { knownChatsQuery } from '../../data/live/live-queries.ts';
import { chatName } from '../../entities/chat/chat-name.ts';
import { useTexts } from '../../locales/locale.tsx';
import type { Command } from './use-commands.ts';

const DEBOUNCE_MS = 150;
const MAX_RESULTS = 5;

interface Group {
  name: 'chat' | 'commands' | 'chats' | 'people' | 'messages';
  items: Command[];
}

const contains = (text: string | null, sought: string) => text?.toLocaleLowerCase().includes(sought) ?? false;

/** Commands and known chats match immediately; people and messages follow when the server answers. */
export function useSearchResults(text: string, { chat, commands }: Record<'chat' | 'commands', Command[]>): Group[] {
  const sought = text.trim().toLocaleLowerCase();
  const groups: Group[] = [
    { name: 'chat', items: chat.filter(({ label }) => contains(label, sought)) },
    { name: 'commands', items: commands.filter(({ label }) => contains(label, sought)) },
    { name: 'chats', items: useKnownChats(sought) },
    { name: 'people', items: usePeople(sought) },
    { name: 'messages', items: useMessages(sought) },
  ];
  return groups.filter(({ items }) => items.length);
}

function useKnownChats(sought: string): Command[] {
  const chats = useQuery(knownChatsQuery).data;
  const navigate = useNavigate();
  if (!sought) return [];
  const found = [...chats.values()].filter(({ contact_name }) => contains(contact_name, sought)).slice(0, MAX_RESULTS);
  return found.map((chat) => ({
    id: `chat-${chat.id}`,
    label: chat.contact_name ?? '',
    detail: chat.last_message?.text ?? '',
    run: () => void navigate({ to: '/inbox/$chatId', params: { chatId: String(chat.id) } }),
  }));
}

function usePeople(sought: string): Command[] {
  const navigate = useNavigate();
  const [query] = useDebouncedValue(sought, DEBOUNCE_MS);
  const { data } = useQuery({
    queryKey: ['palette', 'people', query],
    queryFn: ({ signal }) => api.contacts.list({ query: { query, limit: MAX_RESULTS }, signal }),
    enabled: query.length > 1,
    placeholderData: keepPreviousData,
  });
  if (sought.length < 2) return [];
  return (data?.data ?? []).map(({ id, name, email, phone }) => ({
    id: `person-${id}`,
    label: name ?? email ?? phone ?? id,
    detail: name ? (email ?? phone ?? '') : '',
    run: () => void navigate({ to: '/contacts/$contactId', params: { contactId: id } }),
  }));
}

function useMessages(sought: string): Command[] {
  const navigate = useNavigate();
  const texts = useTexts();
  const [q] = useDebouncedValue(sought, DEBOUNCE_MS);
  const { data } = useQuery({
    queryKey: ['palette', 'messages', q],
    queryFn: ({ signal }) => api.chats.list({ query: { q, limit: MAX_RESULTS }, signal }),
    enabled: q.length > 2,
    placeholderData: keepPreviousData,
  });
  if (sought.length < 3) return [];
  return (data?.data ?? []).map((chat) => ({
    id: `message-${chat.id}`,
    label: chatName(chat, texts),
    detail: chat.last_message?.text ?? '',
    run: () => void navigate({ to: '/inbox/$chatId', params: { chatId: String(chat.id) } }),
  }));
}
