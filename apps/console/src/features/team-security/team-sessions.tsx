import { Stack } from '@mantine/core';
import { IconDevices } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../data/api.ts';
import { useSecurityTexts } from '../../locales/pages/security.ts';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ListEnd } from '../../ui/feedback/list-end.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { useNotice } from '../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { Rows } from '../../ui/layout/rows.tsx';
import { type TeamSession, teamSessionsQuery } from './security-queries.ts';
import { SessionRow } from './session-row.tsx';

/** Sessions of everybody, to end one or all of a person. */
export function TeamSessions() {
  const texts = useSecurityTexts();
  const notify = useNotice();
  const queryClient = useQueryClient();
  const [search, setSearch] = useState('');
  const [leaving, setLeaving] = useState<TeamSession>();
  const sessions = useInfiniteQuery(teamSessionsQuery(search));
  const reload = () => queryClient.invalidateQueries({ queryKey: ['team-sessions'] });
  const nameOf = ({ name, email }: TeamSession) => name ?? email;
  return (
    <Stack gap="sm">
      <SearchField label={texts.search} query={search} onSearch={setSearch} />
      <Loaded query={sessions} failure={texts.sessionsFailed}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          if (!rows.length) {
            return (
              <EmptyState icon={IconDevices} heading={texts.nothing}>
                {texts.nothingLead}
              </EmptyState>
            );
          }
          return (
            <div>
              <Rows label={texts.sessions}>
                {rows.map((session) => (
                  <SessionRow
                    key={session.id}
                    session={session}
                    onEnded={reload}
                    onEndAll={() => setLeaving(session)}
                  />
                ))}
              </Rows>
              <ListEnd list={sessions} end={texts.sessionsEnd} />
            </div>
          );
        }}
      </Loaded>
      <ConfirmDialog
        title={leaving ? texts.askEnd(nameOf(leaving)) : ''}
        label={texts.endAll}
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        send={async () => {
          if (!leaving) return;
          await api.security.endSessions({ params: { id: leaving.agent_id } });
          notify({ kind: 'done', text: texts.endedAll(nameOf(leaving)) });
          await reload();
        }}
      >
        {texts.askEndLead}
      </ConfirmDialog>
    </Stack>
  );
}
