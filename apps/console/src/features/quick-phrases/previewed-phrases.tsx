import { Button } from '@mantine/core';
import { IconCirclePlus, IconEqual, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import type { api } from '../../data/api.ts';
import { useAgentName } from '../../entities/agent/use-agent-name.ts';
import { useQuickPhrasesTexts } from '../../locales/pages/quick-phrases.ts';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { Row, Rows } from '../../ui/layout/rows.tsx';
import { PhraseText } from './phrase-text.tsx';
import styles from './previewed-phrases.module.css';

type Previewed = Awaited<ReturnType<typeof api.quickPhrases.previewImport>>['rows'][number];

const STEP = 50;
const BADGES = {
  created: { tone: 'good', icon: IconCirclePlus },
  updated: { tone: 'waiting', icon: IconPencil },
  unchanged: { tone: 'off', icon: IconEqual },
} as const;

/** What the rows of a file will do. Rows that change nothing come last. */
export function PreviewedPhrases({ rows }: { rows: Previewed[] }) {
  const { importing: texts, showMore } = useQuickPhrasesTexts();
  const nameOf = useAgentName();
  const [limit, setLimit] = useState(STEP);
  const sorted = rows.toSorted((one, other) => Number(isSame(one)) - Number(isSame(other)));
  if (!rows.length) return null;
  return (
    <div className={styles.rows}>
      <Rows
        label={texts.rows}
        end={
          rows.length > limit && (
            <Button variant="default" onClick={() => setLimit(limit + STEP)}>
              {showMore}
            </Button>
          )
        }
      >
        {sorted.slice(0, limit).map((row) => (
          <Row key={row.line}>
            <div className={styles.row}>
              <div className={styles.words}>
                <span className={styles.name} dir="auto">
                  {row.name}
                </span>
                {row.before && row.before.name !== row.name && <del className={styles.before}>{row.before.name}</del>}
                {row.before && row.before.phrase !== row.phrase && (
                  <del className={styles.before} dir="auto">
                    {row.before.phrase}
                  </del>
                )}
                <PhraseText text={row.phrase} />
              </div>
              <div className={styles.facts}>
                <StatusBadge {...BADGES[row.outcome]}>{texts.outcomes[row.outcome]}</StatusBadge>
                <span className={styles.owner}>{nameOf(row.agent_id)}</span>
              </div>
            </div>
          </Row>
        ))}
      </Rows>
    </div>
  );
}

const isSame = ({ outcome }: Previewed) => outcome === 'unchanged';
