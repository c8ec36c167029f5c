import { useQuery } from '@tanstack/react-query';
import type { Agent } from '../../../entities/agent/use-agents.ts';
import { useTeamTexts } from '../../../locales/pages/team.ts';
import { workloadsQuery } from '../team-queries.ts';
import styles from './people-table.module.css';
import { PersonRow } from './person-row.tsx';

export function PeopleTable({ people }: { people: Agent[] }) {
  const texts = useTeamTexts();
  const { data: workloads } = useQuery(workloadsQuery);
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={texts.title}>
        <thead>
          <tr>
            <th scope="col">{texts.columns.person}</th>
            <th scope="col" className={styles.role}>
              {texts.columns.role}
            </th>
            <th scope="col" className={styles.chats}>
              {texts.columns.chats}
            </th>
            <th scope="col" className={styles.active}>
              {texts.columns.active}
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((agent) => (
            <PersonRow key={agent.id} agent={agent} workload={workloads?.get(agent.id)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
