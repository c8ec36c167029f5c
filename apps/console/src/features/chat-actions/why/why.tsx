import { Loader } from '@mantine/core';
import type { NotificationLine, RoutingLine } from '@parley/contract';
import type { Chat } from '@parley/live';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDepartmentName } from '../../../entities/agent/departments.ts';
import { useAgentName } from '../../../entities/agent/use-agent-name.ts';
import { whyQuery } from '../../../entities/chat/ai/ai-queries.ts';
import { useChatWhyTexts } from '../../../locales/pages/chat-why.ts';
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { When } from '../../../ui/time/when.tsx';
import { type Decision, toDecisions } from './decisions.ts';
import styles from './why.module.css';

/** Why the chat has its owner, and who was notified of it. */
export function Why({ chat }: { chat: Chat }) {
  const texts = useChatWhyTexts();
  const { data: found, error, refetch } = useQuery(whyQuery(chat));
  if (error) return <LoadFailure heading={texts.failed} error={error} onRetry={() => void refetch()} />;
  if (!found) return <Loader size="sm" className={styles.loader ?? ''} />;
  const { routing, notifications } = found.data;
  if (!routing.length && !notifications.length) return <p className={styles.empty}>{texts.empty}</p>;
  return (
    <div className={styles.why}>
      {routing.length > 0 && (
        <Part heading={texts.routing}>
          {toDecisions(routing).map((decision, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: decisions have no other identity
            <DecisionItem key={index} decision={decision} />
          ))}
        </Part>
      )}
      {notifications.length > 0 && (
        <Part heading={texts.notifications}>
          {notifications.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: notifications have no other identity
            <NotificationItem key={index} line={line} />
          ))}
        </Part>
      )}
    </div>
  );
}

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={styles.heading}>{heading}</h3>
      <ul className={styles.list}>{children}</ul>
    </section>
  );
}

function Item({ at, children }: { at: string; children: ReactNode }) {
  return (
    <li className={styles.item}>
      <div className={styles.words}>{children}</div>
      <span className={styles.time}>
        <When at={at} />
      </span>
    </li>
  );
}

function DecisionItem({ decision: { result, lines, count } }: { decision: Decision }) {
  const texts = useChatWhyTexts();
  const nameOf = useAgentName();
  const departmentName = useDepartmentName();
  const { reason, agent_id, department_id } = result;
  const department = department_id === null ? undefined : (departmentName(department_id) ?? texts.gone);
  return (
    <Item at={result.at}>
      <bdi>{texts.decisions[reason]?.({ who: nameOf(agent_id), department, count })}</bdi>
      {lines.length > 0 && (
        <ul className={styles.others}>
          {lines.map((line) => (
            <li key={`${line.step} ${line.agent_id} ${line.department_id}`}>
              <bdi>
                <Line line={line} />
              </bdi>
            </li>
          ))}
        </ul>
      )}
    </Item>
  );
}

function Line({ line: { step, reason, agent_id, department_id } }: { line: RoutingLine }) {
  const texts = useChatWhyTexts();
  const nameOf = useAgentName();
  const departmentName = useDepartmentName();
  if (step === 'department') {
    const name = (department_id !== null && departmentName(department_id)) || texts.gone;
    return reason === 'open' ? texts.open(name) : texts.closed(name);
  }
  const why = texts.whys[reason] ?? '';
  return step === 'owner' ? texts.lost(nameOf(agent_id), why) : texts.passedOver(nameOf(agent_id), why);
}

function NotificationItem({ line: { at, kind, agent_id, sent, reason } }: { line: NotificationLine }) {
  const texts = useChatWhyTexts();
  const who = useAgentName()(agent_id);
  return (
    <Item at={at}>
      <bdi>{sent ? texts.sent[kind](who) : texts.unsent[kind](who, texts.reasons[reason])}</bdi>
    </Item>
  );
}
