import { Skeleton, Stack, Text } from '@mantine/core';
import type { Chat } from '@parley/live';
import { useInternalDepartment } from '../../entities/agent/departments.ts';
import { useTeam } from '../../entities/agent/team.ts';
import { TeammateLine } from '../../entities/agent/teammate-line.tsx';
import { useTexts } from '../../locales/locale.tsx';
import styles from './internal-panel.module.css';
import { PanelSection } from './panel-section.tsx';

/** Who is in the internal chat of a department. */
export function InternalPanel({ chat }: { chat: Chat }) {
  const { panel: texts } = useTexts();
  const { department, isPending } = useInternalDepartment(chat);
  const team = useTeam();
  const members = team.filter(({ id }) => department?.agent_ids.includes(id));
  return (
    <>
      <Text c="dimmed" className={styles.lead}>
        {texts.internalLead}
      </Text>
      <PanelSection name="members">
        {isPending ? (
          <Skeleton height={28} my={4} />
        ) : members.length ? (
          <Stack component="ul" gap="xs" className={styles.members} aria-label={texts.sections.members}>
            {members.map((mate) => (
              <li key={mate.id}>
                <TeammateLine mate={mate} />
              </li>
            ))}
          </Stack>
        ) : (
          <Text c="dimmed">{texts.noMembers}</Text>
        )}
      </PanelSection>
    </>
  );
}
