import { IconCircleCheckFilled } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useAiTexts } from '../../../locales/pages/ai.ts';
import { useAiCredentialsTexts } from '../../../locales/pages/ai-credentials.ts';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import type { Credential, Operator } from '../model/ai-queries.ts';
import { isUsable } from '../model/credential-state.ts';
import { AssistantStep } from './assistant-step.tsx';
import { KeyStep } from './key-step.tsx';
import { ModelStep } from './model-step.tsx';
import styles from './setup.module.css';
import { SwitchStep } from './switch-step.tsx';

interface SetupProps {
  credentials: Credential[];
  operators: Operator[];
  onDone: () => void;
}

/** A key, an assistant, and the switch. What exists already is done. */
export function Setup({ credentials, operators, onDone }: SetupProps) {
  const { setup: texts } = useAiTexts();
  const { providers } = useAiCredentialsTexts();
  const credential = credentials.find(isUsable);
  const isConnected = credential && (credential.model !== null || credential.provider === 'webhook');
  const operator = operators.find(({ status }) => status !== 'banned');
  const current = !isConnected ? 1 : !operator ? 2 : 3;
  return (
    <>
      <PageHeading title={texts.heading} lead={texts.lead} />
      <ol className={styles.steps}>
        <Step
          number={1}
          current={current}
          heading={texts.key}
          lead={texts.keyLead}
          result={isConnected && texts.keyDone(providers[credential.provider])}
        >
          {credential ? <ModelStep credential={credential} /> : <KeyStep />}
        </Step>
        <Step
          number={2}
          current={current}
          heading={texts.assistant}
          lead={texts.assistantLead}
          result={operator && texts.assistantDone(operator.name)}
        >
          <AssistantStep />
        </Step>
        <Step number={3} current={current} heading={texts.switch} lead={texts.switchLead}>
          <SwitchStep onDone={onDone} />
        </Step>
      </ol>
    </>
  );
}

interface StepProps {
  number: number;
  current: number;
  heading: string;
  lead: string;
  /** What was done. */
  result?: string | false | undefined;
  children: ReactNode;
}

function Step({ number, current, heading, lead, result, children }: StepProps) {
  const { setup: texts } = useAiTexts();
  const id = useId();
  const isCurrent = number === current;
  return (
    <li className={styles.step} data-current={isCurrent || undefined} aria-current={isCurrent ? 'step' : undefined}>
      {result ? (
        <IconCircleCheckFilled size={28} role="img" aria-label={texts.done} className={styles.done} />
      ) : (
        <span className={styles.number} aria-hidden>
          {number}
        </span>
      )}
      <section className={styles.words} aria-labelledby={id}>
        <h2 id={id} className={styles.heading}>
          {heading}
        </h2>
        <p className={styles.lead}>{result || lead}</p>
        {isCurrent && <div className={styles.form}>{children}</div>}
      </section>
    </li>
  );
}
