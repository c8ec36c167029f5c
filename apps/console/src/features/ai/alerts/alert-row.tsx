import { Button } from '@mantine/core';
import {
  type Icon,
  IconBooks,
  IconCloudOff,
  IconCoins,
  IconKeyOff,
  IconPlugConnectedX,
  IconWorldOff,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { api } from '../../../data/api.ts';
import { useAgents } from '../../../entities/agent/use-agents.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useAiAlertsTexts } from '../../../locales/pages/ai-alerts.ts';
import { Row } from '../../../ui/layout/rows.tsx';
import { When } from '../../../ui/time/when.tsx';
import styles from './alert-row.module.css';

export type Alert = Awaited<ReturnType<typeof api.aiAlerts.list>>['data'][number];

const ICONS: Record<Alert['kind'], Icon> = {
  provider_failed: IconCloudOff,
  credential_missing: IconKeyOff,
  budget_visitor: IconCoins,
  budget_widget: IconCoins,
  external_failed: IconPlugConnectedX,
  retrieval_failed: IconBooks,
  crawl_failed: IconWorldOff,
};

export function AlertRow({ alert, onAcknowledge }: { alert: Alert; onAcknowledge: () => void }) {
  const texts = useAiAlertsTexts();
  const { kind, detail, count, last_at, acknowledged_at } = alert;
  const Sign = ICONS[kind];
  return (
    <Row>
      <div className={styles.row} data-done={acknowledged_at !== null || undefined}>
        <span className={styles.sign} aria-hidden>
          <Sign size={18} stroke={1.75} />
        </span>
        <div className={styles.words}>
          <span className={styles.name}>{texts.kinds[kind]}</span>
          {detail && (
            <span className={styles.detail} dir="auto">
              {detail}
            </span>
          )}
          <span className={styles.facts}>
            <span>
              {texts.times(count)}, {count > 1 && `${texts.last} `}
              <When at={last_at} />
            </span>
            <Subjects alert={alert} />
            {acknowledged_at && <Acknowledged alert={alert} />}
          </span>
        </div>
        {!acknowledged_at && (
          <Button
            variant="default"
            size="xs"
            aria-label={texts.acknowledgeOf(texts.kinds[kind])}
            onClick={onAcknowledge}
          >
            {texts.acknowledge}
          </Button>
        )}
      </div>
    </Row>
  );
}

/** What it is about, to open. */
function Subjects({ alert: { chat_id, credential_id, operator_id } }: { alert: Alert }): ReactNode {
  const texts = useAiAlertsTexts();
  const operator = useAgents().get(operator_id ?? 0);
  return (
    <>
      {credential_id && (
        <Link to="/ai/credentials/$id" params={{ id: credential_id }}>
          {texts.credential}
        </Link>
      )}
      {/* External operators have pages of their own, under another id. */}
      {operator?.type === 'ai' && (
        <Link to="/ai/operators/$id" params={{ id: operator.id }}>
          {operator.name ?? texts.operator}
        </Link>
      )}
      {operator?.type === 'webhook' && <Link to="/ai/external-operators">{operator.name ?? texts.operator}</Link>}
      {chat_id && (
        <Link to="/inbox/$chatId" params={{ chatId: String(chat_id) }}>
          {texts.chat} {chat_id}
        </Link>
      )}
    </>
  );
}

function Acknowledged({ alert: { acknowledged_at, acknowledged_by } }: { alert: Alert }) {
  const texts = useAiAlertsTexts();
  const { people } = useTexts();
  const agent = useAgents().get(acknowledged_by ?? 0);
  return (
    <span>
      {acknowledged_by ? texts.acknowledgedBy(agent?.name ?? people.colleague) : texts.acknowledgedByToken}{' '}
      {acknowledged_at && <When at={acknowledged_at} />}
    </span>
  );
}
