import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../../data/session.ts';
import { useInvitationVisitTexts } from '../../../../locales/pages/invitation-visit.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { invitationsQuery } from '../model/invitation-queries.ts';
import { isComplete } from '../values/condition-kinds.ts';
import styles from './trial.module.css';
import { TrialVerdict } from './trial-verdict.tsx';
import { VisitField } from './visit-field.tsx';
import { factsFor, type JudgedRule, judgeVisit, type VisitValues, visitFacts, visitFor } from './visit-values.ts';

/** A condition that is still being entered has no say yet. */
const withoutIncomplete = ({ conditions, ...rule }: JudgedRule): JudgedRule => ({
  ...rule,
  conditions: { ...conditions, items: conditions.items.filter(isComplete) },
});

/** Whether a rule would show on a page, and why not, before it is saved. */
export function Trial({ rule: edited }: { rule: JudgedRule }) {
  const rule = withoutIncomplete(edited);
  const texts = useInvitationVisitTexts();
  const { timezone } = useSession().account;
  const { data: { rules } = { rules: [] } } = useQuery(invitationsQuery);
  const now = useNow();
  const [edits, setEdits] = useState<Partial<VisitValues>>({});
  const [hasAll, setAll] = useState(false);
  const facts = factsFor(rule);
  const change = (changes: Partial<VisitValues>) => setEdits((before) => ({ ...before, ...changes }));
  const visit = { ...visitFor(rule), ...edits };
  const verdict = judgeVisit(rule, visit, { rules, timezone, now });
  return (
    <section className={styles.trial} aria-label={texts.title}>
      <h2 className={styles.heading}>{texts.title}</h2>
      <TextInput
        label={texts.facts.address}
        placeholder={texts.addressExample}
        type="url"
        dir="ltr"
        value={visit.address}
        error={visit.address.trim() && !verdict && texts.addressWrong}
        maxLength={2_048}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => change({ address: currentTarget.value })}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div className={styles.facts}>
        {visitFacts
          .filter((fact) => fact !== 'address' && (hasAll || facts.includes(fact)))
          .map((fact) => (
            <VisitField key={fact} fact={fact} visit={visit} change={change} />
          ))}
      </div>
      <Button variant="subtle" size="compact-sm" className={styles.more ?? ''} onClick={() => setAll(!hasAll)}>
        {hasAll ? texts.fewerFacts : texts.allFacts}
      </Button>
      <TrialVerdict rule={rule} verdict={verdict} />
    </section>
  );
}
