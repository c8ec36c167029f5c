import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../../../data/api.ts';
import { useLocale } from '../../../../locales/locale.tsx';
import { useSmartInvitationsTexts } from '../../../../locales/pages/smart-invitations.ts';
import { BackLink } from '../../../../ui/controls/back-link.tsx';
import { Loaded } from '../../../../ui/feedback/loaded.tsx';
import { useNotice } from '../../../../ui/feedback/notice.tsx';
import { SaveBar } from '../../../../ui/form/save-bar.tsx';
import { PageHeading } from '../../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../../ui/layout/screen.tsx';
import {
  invitationsQuery,
  type Template,
  toInvitation,
  useCacheInvitations,
  useRefreshInvitations,
} from '../model/invitation-queries.ts';
import { BLANK } from '../model/template-search.ts';
import { TemplateGallery } from '../templates/template-gallery.tsx';
import { keyOfTemplate, useTemplateName } from '../templates/template-names.ts';
import { blankValues, inputOf, localise, valuesOf } from './editor-values.ts';
import { InvitationForm } from './invitation-form.tsx';
import { useEditor } from './use-editor.ts';

/** What a rule of its own making starts with. */
const PRIORITY = 100;

/** Chooses what to start from, and then writes the rule. */
export function NewInvitation() {
  const texts = useSmartInvitationsTexts();
  const { template: wanted } = useSearch({ from: '/shell/outreach/invitations/new' });
  const query = useQuery(invitationsQuery);
  return (
    <Screen isWide={wanted !== undefined}>
      <BackLink to="/outreach/invitations">{texts.title}</BackLink>
      <Loaded query={query} failure={texts.failed}>
        {({ templates }) => {
          const template = templates.find((each) => keyOfTemplate(each) === wanted);
          if (template || wanted === BLANK) return <Creating key={wanted} template={template} />;
          return (
            <>
              <PageHeading title={texts.newHeading} lead={wanted ? texts.templateMissing : texts.chooseHeading} />
              <TemplateGallery templates={templates} />
            </>
          );
        }}
      </Loaded>
    </Screen>
  );
}

function Creating({ template }: { template: Template | undefined }) {
  const texts = useSmartInvitationsTexts();
  const { locale } = useLocale();
  const nameOf = useTemplateName();
  const notify = useNotice();
  const navigate = useNavigate();
  const cache = useCacheInvitations();
  const refresh = useRefreshInvitations();
  const priority = template?.rule.priority ?? PRIORITY;
  const leave = () => navigate({ to: '/outreach/invitations', ignoreBlocker: true });
  const state = useEditor({
    saved: template ? valuesOf({ ...localise(template, locale), name: nameOf(template) }) : blankValues,
    send: (draft) => api.smartInvitations.save({ body: { rule: inputOf(draft, priority) } }),
    onSaved: async (saved) => {
      const stored = toInvitation(saved);
      if (stored) cache((rules) => [...rules, stored]);
      await leave();
      notify({ kind: 'done', text: texts.added });
      await refresh();
    },
  });
  return (
    <>
      <PageHeading title={texts.newHeading} {...(template && { lead: nameOf(template) })} />
      <InvitationForm id={null} priority={priority} state={state}>
        <SaveBar
          draft={state}
          create={{ label: texts.add, onCancel: () => void navigate({ to: '/outreach/invitations' }) }}
        />
      </InvitationForm>
    </>
  );
}
