import type { Typist } from '@parley/live';
import { IconSparkles } from '@tabler/icons-react';
import { isAi, useAgents } from '../../entities/agent/use-agents.ts';
import { useTexts } from '../../locales/locale.tsx';
import styles from './typing-line.module.css';

/** That the visitor is typing, with a preview of their text, or the AI. Colleagues are in the collision bar. */
export function TypingLine({ typing, name }: { typing: readonly Typist[]; name: string }) {
  const { inbox } = useTexts();
  const agents = useAgents();
  const visitor = typing.find(({ side }) => side === 'client');
  const ai = typing.map(({ agent_id }) => agents.get(agent_id ?? 0)).find(isAi);
  return (
    <>
      {visitor && <Visitor text={visitor.text} name={name} />}
      {ai && (
        <div className={styles.line} data-side="ai">
          <p className={styles.typist}>
            <IconSparkles size={14} stroke={1.75} aria-hidden />
            {inbox.types(ai.name ?? inbox.ai)}
            <Dots />
          </p>
        </div>
      )}
    </>
  );
}

function Dots() {
  return (
    <span className={styles.dots} aria-hidden>
      <i />
      <i />
      <i />
    </span>
  );
}

function Visitor({ text, name }: { text: string | null; name: string }) {
  const { inbox } = useTexts();
  return (
    <div className={styles.line}>
      <p className={styles.typist}>
        <span className={styles.who}>{inbox.types(name)}</span>
        <Dots />
        {text && (
          <span className={styles.text} dir="auto">
            {text}
          </span>
        )}
      </p>
    </div>
  );
}
