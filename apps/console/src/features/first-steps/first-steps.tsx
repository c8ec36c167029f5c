import { Anchor, Text, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { api } from '../../data/api.ts';
import { useSession } from '../../data/session.ts';
import { useAgents } from '../../entities/agent/use-agents.ts';
import { useCounts } from '../../entities/chat/use-counts.ts';
import { useTexts } from '../../locales/locale.tsx';
import { CopyableCode } from '../../ui/controls/copyable-code.tsx';
import styles from './first-steps.module.css';
import { InviteForm } from './invite-form.tsx';

/** Polling interval while the steps are visible. */
const EVERY_MS = 5_000;

/** Setup checklist, until it is complete or dismissed. */
export function FirstSteps({ otherwise }: { otherwise: ReactNode }) {
  const { firstSteps: texts } = useTexts();
  const { widget } = useSession();
  const id = useId();
  const [isHidden, setHidden] = useLocalStorage({ key: `parley-first-steps-${widget.id}`, defaultValue: false });
  const done = useCompletedSteps(!isHidden);
  if (isHidden || !done || Object.values(done).every(Boolean)) return otherwise;
  return (
    <section className={styles.steps} aria-labelledby={id}>
      <Title order={2} id={id} className={styles.heading}>
        {texts.heading}
      </Title>
      <Text c="dimmed">{texts.lead}</Text>
      <ol className={styles.list}>
        <Step isDone={done.isEmbedded} heading={texts.embed}>
          {texts.embedLead}
          <CopyableCode label={texts.embed}>
            {`<script async src="${location.origin}/w/${widget.button_guid}.js"></script>`}
          </CopyableCode>
        </Step>
        <Step isDone={done.isTogether} heading={texts.invite}>
          {texts.inviteLead}
          <InviteForm />
        </Step>
        <Step isDone={done.isTried} heading={texts.test}>
          {texts.testLead}
        </Step>
      </ol>
      <Anchor component="button" type="button" c="dimmed" onClick={() => setHidden(true)}>
        {texts.hide}
      </Anchor>
    </section>
  );
}

/** Undefined while loading. */
function useCompletedSteps(isAsked: boolean) {
  const counts = useCounts();
  const people = [...useAgents().values()].filter(({ type }) => type === 'human');
  const { data: visitors } = useQuery({
    queryKey: ['first-steps', 'visitors'],
    queryFn: () => api.visitors.list({ query: { limit: 1 } }),
    enabled: isAsked,
    refetchInterval: EVERY_MS,
  });
  if (!counts || !visitors || !people.length) return undefined;
  const isTried = counts.open + counts.done + counts.snoozed + counts.spam > 0;
  return { isEmbedded: isTried || visitors.data.length > 0, isTogether: people.length > 1, isTried };
}

function Step({ isDone, heading, children }: { isDone: boolean; heading: string; children: ReactNode }) {
  const { firstSteps } = useTexts();
  return (
    <li className={styles.step}>
      {isDone ? (
        <IconCircleCheckFilled size={20} role="img" aria-label={firstSteps.done} className={styles.done} />
      ) : (
        <IconCircle size={20} stroke={1.5} aria-hidden className={styles.open} />
      )}
      <div className={styles.words}>
        <Text fw={500}>{heading}</Text>
        {!isDone && (
          <Text c="dimmed" component="div">
            {children}
          </Text>
        )}
      </div>
    </li>
  );
}
