import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useSession } from '../../../data/session.ts';
import type { Agent } from '../../../entities/agent/use-agents.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useTeamTexts } from '../../../locales/pages/team.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import { displayName, useRefreshTeam, useStoreAgent } from '../team-queries.ts';
import styles from './role-choice.module.css';

const assignable = ['operator', 'admin'] as const;
type AssignableRole = (typeof assignable)[number];

/** Only the owner changes roles, and not their own. */
export function RoleChoice({ agent }: { agent: Agent }) {
  const { person: texts } = useTeamTexts();
  const { roles } = useTexts();
  const isOwner = useSession().agent.role === 'owner';
  const [asked, setAsked] = useState<AssignableRole>();
  if (!isOwner || agent.role === 'owner') {
    return (
      <div className={styles.only}>
        <span className={styles.name}>{roles[agent.role]}</span>
        <span className={styles.lead}>{texts.roles[agent.role]}</span>
      </div>
    );
  }
  return (
    <fieldset className={styles.choice} aria-label={texts.role}>
      {assignable.map((role) => (
        <label key={role} className={styles.role}>
          <input
            type="radio"
            name="role"
            className={styles.radio}
            checked={agent.role === role}
            onChange={() => setAsked(role)}
          />
          <span className={styles.words}>
            <span className={styles.name}>{roles[role]}</span>
            <span className={styles.lead}>{texts.roles[role]}</span>
          </span>
        </label>
      ))}
      <ConfirmRole agent={agent} role={asked} onClose={() => setAsked(undefined)} />
    </fieldset>
  );
}

interface ConfirmRoleProps {
  agent: Agent;
  role: AssignableRole | undefined;
  onClose: () => void;
}

function ConfirmRole({ agent, role, onClose }: ConfirmRoleProps) {
  const { person: texts } = useTeamTexts();
  const notify = useNotice();
  const storeAgent = useStoreAgent();
  const refresh = useRefreshTeam();
  // Stays the same while the dialog closes.
  const [last, setLast] = useState(role);
  if (role && role !== last) setLast(role);
  const shown = role ?? last;
  if (!shown) return null;
  return (
    <ConfirmDialog
      title={texts.changeRole(displayName(agent), texts.roleObject[shown])}
      label={texts.changeRoleConfirm}
      isDangerous={false}
      isOpen={role !== undefined}
      onClose={onClose}
      send={async () => storeAgent(await api.agents.setRole({ params: { id: agent.id }, body: { role: shown } }))}
      onDone={() => {
        notify({ kind: 'done', text: texts.roleChanged });
        void refresh();
      }}
    >
      {texts.roleSignsOut}
    </ConfirmDialog>
  );
}
