import { Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSmartInvitationsTexts } from '../../../../locales/pages/smart-invitations.ts';
import { funnelQuery, type Invitation } from '../model/invitation-queries.ts';
import { moved } from '../model/order.ts';
import styles from './invitation-list.module.css';
import { InvitationRow } from './invitation-row.tsx';
import { useDragOrder } from './use-drag-order.ts';
import { useReorder } from './use-reorder.ts';

/** Rules that can be put into another order: the first one that fits a visit is shown. */
export function InvitationRows({ rules }: { rules: Invitation[] }) {
  const texts = useSmartInvitationsTexts();
  const { data: funnel } = useQuery(funnelQuery());
  const { ordered, reorder } = useReorder(rules);
  const [announced, setAnnounced] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const move = (from: number, to: number) => {
    const rule = ordered[from];
    if (!rule || from === to || to < 0 || to >= ordered.length) return;
    reorder(
      moved(ordered, from, to).map(({ id }) => id),
      rule.id,
    );
    setAnnounced(texts.movedTo(rule.name, to + 1, ordered.length));
  };
  const drag = useDragOrder(list, move);
  return (
    <>
      <ul ref={list} className={styles.rows} aria-label={texts.title}>
        {ordered.map((rule, at) => (
          <InvitationRow
            key={rule.id}
            rule={rule}
            figures={funnel?.rules.find(({ rule_id }) => rule_id === rule.id)}
            isFigured={funnel !== undefined}
            grip={drag.gripOf(at)}
            shift={drag.shiftOf(at)}
            isDragged={drag.dragged === at}
            onMoveUp={at > 0 ? () => move(at, at - 1) : undefined}
            onMoveDown={at < ordered.length - 1 ? () => move(at, at + 1) : undefined}
          />
        ))}
      </ul>
      <Text c="dimmed" size="xs" className={styles.end}>
        {texts.end}
      </Text>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </>
  );
}
