import { UnstyledButton } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useSmartInvitationsTexts } from '../../../../locales/pages/smart-invitations.ts';
import type { Funnel, Invitation } from '../model/invitation-queries.ts';
import { useDescribeRule } from '../model/use-describe-rule.ts';
import { InvitationMenu } from '../parts/invitation-menu.tsx';
import { InvitationTerm } from '../parts/invitation-term.tsx';
import { EnabledSwitch } from './enabled-switch.tsx';
import styles from './invitation-list.module.css';
import { RowFigures } from './row-figures.tsx';

interface InvitationRowProps {
  rule: Invitation;
  figures: Funnel['rules'][number] | undefined;
  /** Whether the figures are there, even if none of this rule. */
  isFigured: boolean;
  grip: Pick<
    ComponentProps<'button'>,
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onKeyDown'
  >;
  /** In pixels, while rows are dragged. */
  shift: number;
  isDragged: boolean;
  onMoveUp: (() => void) | undefined;
  onMoveDown: (() => void) | undefined;
}

/** A rule: what it does, how it did lately, whether it is on, and its place among the others. */
export function InvitationRow(props: InvitationRowProps) {
  const { rule, figures, isFigured, grip, shift, isDragged, onMoveUp, onMoveDown } = props;
  const texts = useSmartInvitationsTexts();
  const describe = useDescribeRule();
  const { id, name, enabled } = rule;
  return (
    <li
      className={styles.row}
      data-dragged={isDragged || undefined}
      data-off={!enabled || undefined}
      {...(shift && { style: { transform: `translateY(${shift}px)` } })}
    >
      <UnstyledButton className={styles.grip} aria-label={texts.move(name)} title={texts.moveHint} {...grip}>
        <IconGripVertical size={18} stroke={1.75} aria-hidden />
      </UnstyledButton>
      <div className={styles.words}>
        <div className={styles.head}>
          <Link to="/outreach/invitations/$id" params={{ id }} className={styles.name} draggable={false}>
            {name}
          </Link>
          <InvitationTerm rule={rule} />
        </div>
        <div className={styles.sentence}>{describe(rule)}</div>
      </div>
      <RowFigures figures={figures} isLoaded={isFigured} isMeasured={rule.holdout_percent > 0} />
      <div className={styles.controls}>
        <EnabledSwitch rule={rule} />
        <InvitationMenu rule={rule} onMoveUp={onMoveUp} onMoveDown={onMoveDown} />
      </div>
    </li>
  );
}
