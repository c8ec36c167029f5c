import type { LogEntry, Message } from '@parley/live';
import { useSession } from '../../data/session.ts';
import { useDepartmentName } from '../../entities/agent/departments.ts';
import { useAgentName } from '../../entities/agent/use-agent-name.ts';
import { type Locale, useLocale } from '../../locales/locale.tsx';
import { useChatLogTexts } from '../../locales/pages/chat-log.ts';
import { exactTime } from '../../ui/time/age.tsx';
import { dateFormat } from '../../ui/time/formats.ts';
import styles from './log-line.module.css';

/** What happened to the chat, and who did it. */
export function LogLine({ entry }: { entry: LogEntry }) {
  const texts = useChatLogTexts();
  const { locale } = useLocale();
  const me = useSession().agent.id;
  const nameOf = useAgentName();
  const departmentName = useDepartmentName();
  const { by, agent_id, subject_id, department_id, type, until, tag, score, created_at } = entry;
  const isSelf = subject_id !== null && subject_id === agent_id;
  const values = {
    who: agent_id === null ? texts.authors[by] : nameOf(agent_id),
    whom: subject_id === null ? '' : subject_id === me ? texts.you : nameOf(subject_id),
    department: (department_id !== null && departmentName(department_id)) || texts.formerDepartment,
    until: until === null ? texts.untilReply : momentOf(new Date(until), locale),
    tag: tag ?? '',
    score: score ?? 0,
  };
  return <Line at={created_at}>{type === 'assigned' && isSelf ? texts.claimed(values) : texts[type](values)}</Line>;
}

/** A message made a chat that was done active again. */
export function ReopenedLine({ message }: { message: Message }) {
  const texts = useChatLogTexts();
  return (
    <Line at={message.created_at}>{message.sender === 'client' ? texts.reopenedByVisitor : texts.reopenedByReply}</Line>
  );
}

function Line({ at, children }: { at: string; children: string }) {
  const { locale } = useLocale();
  const moment = new Date(at);
  return (
    <p className={styles.line}>
      <span dir="auto">{children}</span>
      <time dateTime={at} title={exactTime(moment, locale)}>
        {dateFormat(locale, { timeStyle: 'short' }).format(moment)}
      </time>
    </p>
  );
}

/** The day of a snooze is always named: lines are read days later. */
function momentOf(at: Date, locale: Locale) {
  return dateFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
}
