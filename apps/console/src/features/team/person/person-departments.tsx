import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { departmentsQuery } from '../../../entities/agent/departments.ts';
import type { Agent } from '../../../entities/agent/use-agents.ts';
import { useTeamTexts } from '../../../locales/pages/team.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import styles from './person.module.css';

export function PersonDepartments({ agent }: { agent: Agent }) {
  const { person: texts } = useTeamTexts();
  const query = useQuery(departmentsQuery);
  return (
    <Loaded query={query} failure={texts.failed} skeleton={null}>
      {(departments) => {
        const own = departments.filter(({ agent_ids }) => agent_ids.includes(agent.id));
        if (!own.length) return <Text c="dimmed">{texts.noDepartments}</Text>;
        return (
          <ul className={styles.links}>
            {own.map(({ id, name }) => (
              <li key={id}>
                <Link
                  to="/settings/departments/$departmentId"
                  params={{ departmentId: String(id) }}
                  className={styles.department}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}
