import { IconError404 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api } from '../../../../data/api.ts';
import { useTexts } from '../../../../locales/locale.tsx';
import { useSmartInvitationsTexts } from '../../../../locales/pages/smart-invitations.ts';
import { BackLink } from '../../../../ui/controls/back-link.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../../../ui/feedback/loaded.tsx';
import { useNotice } from '../../../../ui/feedback/notice.tsx';
import { SaveBar } from '../../../../ui/form/save-bar.tsx';
import { PageHeading } from '../../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../../ui/layout/screen.tsx';
import {
  type Invitation,
  invitationsQuery,
  toInvitation,
  useCacheInvitations,
  useRefreshInvitations,
} from '../model/invitation-queries.ts';
import { useDescribeRule } from '../model/use-describe-rule.ts';
import { InvitationMenu } from '../parts/invitation-menu.tsx';
import { InvitationTerm } from '../parts/invitation-term.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { type EditorValues, inputOf, valuesOf } from './editor-values.ts';
import { InvitationForm } from './invitation-form.tsx';
import { isConflict, useEditor } from './use-editor.ts';

/** A stored invitation. */
export function EditInvitation() {
  const texts = useSmartInvitationsTexts();
  const { failures } = useTexts();
  const { id } = useParams({ from: '/shell/outreach/invitations/$id' });
  const query = useQuery(invitationsQuery);
  return (
    <Screen isWide>
      <BackLink to="/outreach/invitations">{texts.title}</BackLink>
      <Loaded query={query} failure={texts.failed}>
        {({ rules }) => {
          const rule = rules.find((each) => each.id === id);
          return rule ? (
            <Editing key={id} rule={rule} />
          ) : (
            <EmptyState icon={IconError404} heading={texts.missing}>
              {failures.missing}
            </EmptyState>
          );
        }}
      </Loaded>
    </Screen>
  );
}

function Editing({ rule }: { rule: Invitation }) {
  const describe = useDescribeRule();
  const { state, base, conflict } = useStoredEditor(rule);
  return (
    <>
      <PageHeading
        title={base.name}
        lead={
          <>
            <InvitationTerm rule={base} /> {describe(base)}
          </>
        }
        actions={<InvitationMenu rule={rule} isOpened />}
      />
      <InvitationForm id={rule.id} priority={rule.priority} state={state}>
        <SaveBar draft={state} />
      </InvitationForm>
      <ConflictDialog {...conflict} />
    </>
  );
}

/** Edits the rule as it was when the first change was made, so that a later change by somebody else is noticed. */
function useStoredEditor(latest: Invitation) {
  const texts = useSmartInvitationsTexts();
  const notify = useNotice();
  const queryClient = useQueryClient();
  const cache = useCacheInvitations();
  const refresh = useRefreshInvitations();
  const [pinned, setPinned] = useState<Invitation>();
  const isForced = useRef(false);
  const base = pinned ?? latest;
  const state = useEditor({
    saved: valuesOf(base),
    send: (draft) => {
      const version = isForced.current ? {} : { version: base.version };
      isForced.current = false;
      const rule = { ...inputOf(draft, latest.priority), id: base.id, ...version };
      return api.smartInvitations.save({ body: { rule, original_id: base.id } });
    },
    onSaved: (saved) => {
      const stored = toInvitation(saved);
      if (stored) cache((rules) => rules.map((each) => (each.id === stored.id ? stored : each)));
      setPinned(undefined);
      notify({ kind: 'done', text: texts.saved });
      void refresh();
    },
  });
  const discard = () => {
    state.discard();
    setPinned(undefined);
  };
  const conflict = {
    isOpen: isConflict(state.error),
    onClose: state.reset,
    onLoad: async () => {
      await queryClient.fetchQuery({ ...invitationsQuery, staleTime: 0 });
      discard();
    },
    onSave: () => {
      isForced.current = true;
      state.save();
    },
  };
  const change = (changes: Partial<EditorValues>) => {
    setPinned((known) => known ?? latest);
    state.change(changes);
  };
  return { state: { ...state, change, discard }, base, conflict };
}
