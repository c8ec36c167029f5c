import type { Message } from '@parley/live';

/** What the visitor had written before a reply, since the team last answered. */
export function questionOf(messages: readonly Message[], reply: Pick<Message, 'id'>) {
  const before = messages.slice(
    0,
    messages.findIndex(({ id }) => id === reply.id),
  );
  const last = before.findLastIndex(({ sender }) => sender === 'client');
  const answered = before.findLastIndex(
    ({ sender, private: isNote }, at) => at < last && !isNote && (sender === 'agent' || sender === 'ai'),
  );
  return before
    .slice(answered + 1, last + 1)
    .flatMap(({ sender, body }) => (sender === 'client' && body?.trim() ? [body.trim()] : []))
    .join('\n');
}
