import { Anchor, Text, Title } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useSession } from '../../data/session.ts';
import { useFirstStepsTexts } from '../../locales/pages/first-steps.ts';
import { CopyableCode } from '../../ui/controls/copyable-code.tsx';
import styles from './first-steps.module.css';
import { HoursForm } from './hours-form.tsx';
import { InviteForm } from './invite-form.tsx';
import { SampleOffer } from './sample-offer.tsx';
import { stepNames, useSteps } from './use-steps.ts';

/** Setup checklist, until it is complete or dismissed. */
export function FirstSteps() {
  const texts = useFirstStepsTexts();
  const { widget } = useSession();
  const id = useId();
  const steps = useSteps();
  if (!steps) return null;
  const { done, count, hide } = steps;
  return (
    <section className={styles.steps} aria-labelledby={id}>
      <Title order={2} id={id} className={styles.heading}>
        {texts.heading}
      </Title>
      <Text c="dimmed">{texts.progress(count, stepNames.length)}</Text>
      <SampleOffer />
      <ol className={styles.list}>
        <Step isDone={done.embed} isKept heading={texts.embed}>
          {texts.embedLead}
          <CopyableCode label={texts.embed}>
            {`<script async src="${location.origin}/w/${widget.button_guid}.js"></script>`}
          </CopyableCode>
          {!done.embed && (
            <Text size="xs" c="dimmed" mt={4}>
              {texts.embedWaiting}
            </Text>
          )}
          <Link to="/settings/widget" search={{ tab: 'install' }} className={styles.link}>
            {texts.domains}
          </Link>
        </Step>
        <Step isDone={done.hours} heading={texts.hours}>
          {texts.hoursLead}
          <HoursForm />
        </Step>
        <Step isDone={done.invite} heading={texts.invite}>
          {texts.inviteLead}
          <InviteForm />
          <Link to="/settings/team" className={styles.link}>
            {texts.team}
          </Link>
        </Step>
        <Step isDone={done.test} heading={texts.test}>
          {texts.testLead}
        </Step>
      </ol>
      <Anchor component="button" type="button" c="dimmed" onClick={hide}>
        {texts.hide}
      </Anchor>
    </section>
  );
}

interface StepProps {
  isDone: boolean;
  /** Still shown once done: a visit of the demo shop counts too, and the owner's site may lack the line. */
  isKept?: boolean;
  heading: string;
  children: ReactNode;
}

function Step({ isDone, isKept = false, heading, children }: StepProps) {
  const texts = useFirstStepsTexts();
  return (
    <li className={styles.step}>
      {isDone ? (
        <IconCircleCheckFilled size={20} role="img" aria-label={texts.done} className={styles.done} />
      ) : (
        <IconCircle size={20} stroke={1.5} aria-hidden className={styles.open} />
      )}
      <div className={styles.words}>
        <Text fw={500}>{heading}</Text>
        {(isKept || !isDone) && (
          <Text c="dimmed" component="div">
            {children}
          </Text>
        )}
      </div>
    </li>
  );
}
