import type { Typist } from '@parley/live';
import { useAgents } from '../../entities/agent/use-agents.ts';
import { useTexts } from '../../locales/locale.tsx';
import styles from './typing-line.module.css';

/** Who is typing, with a preview of the visitor's text. */
export function TypingLine({ typing, name }: { typing: readonly Typist[]; name: string }) {
  const { inbox } = useTexts();
  const agents = useAgents();
  if (!typing.length) return null;
  return (
    <div className={styles.line}>
      {typing.map(({ side, agent_id, text }) => {
        const who = side === 'client' ? name : (agent_id !== null && agents.get(agent_id)?.name) || inbox.formerAgent;
        return (
          <p key={`${side}-${agent_id}`} className={styles.typist}>
            <span className={styles.who}>{inbox.types(who)}</span>
            <span className={styles.dots} aria-hidden>
              <i />
              <i />
              <i />
            </span>
            {text && (
              <span className={styles.text} dir="auto">
                {text}
              </span>
            )}
          </p>
        );
      })}
    </div>
  );
}
