import { ActionIcon, Tooltip } from '@mantine/core';
import {
  type Icon,
  IconBook2,
  IconCurrencyDollar,
  IconDoorExit,
  IconMailForward,
  IconMoodSmile,
  IconPlus,
  IconRefresh,
  IconShoppingCart,
  IconSpeakerphone,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../../data/api.ts';
import { useSmartInvitationsTexts } from '../../../../locales/pages/smart-invitations.ts';
import { useNotice } from '../../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../../ui/form/confirm-dialog.tsx';
import { type Template, useRefreshInvitations } from '../model/invitation-queries.ts';
import { BLANK } from '../model/template-search.ts';
import { useDescribeRule } from '../model/use-describe-rule.ts';
import styles from './template-gallery.module.css';
import { keyOfTemplate, useTemplateName } from './template-names.ts';

const ICONS: Record<string, Icon> = {
  welcome: IconMoodSmile,
  pricing: IconCurrencyDollar,
  cart: IconShoppingCart,
  leaving: IconDoorExit,
  returning: IconRefresh,
  advertising: IconSpeakerphone,
  reading: IconBook2,
  offline: IconMailForward,
};

/** What a rule can start from: nothing, own templates, and ready-made ones. */
export function TemplateGallery({ templates }: { templates: Template[] }) {
  const texts = useSmartInvitationsTexts();
  const own = templates.filter(({ builtin }) => !builtin);
  return (
    <div className={styles.gallery}>
      {own.length > 0 && (
        <section aria-label={texts.own}>
          <h2 className={styles.heading}>{texts.own}</h2>
          <ul className={styles.cards}>
            {own.map((template) => (
              <OwnCard key={template.id} template={template} />
            ))}
          </ul>
        </section>
      )}
      <section aria-label={texts.builtIn}>
        {own.length > 0 && <h2 className={styles.heading}>{texts.builtIn}</h2>}
        <ul className={styles.cards}>
          <li className={styles.card} data-blank>
            <IconPlus size={20} stroke={1.75} aria-hidden className={styles.icon} />
            <Link to="/outreach/invitations/new" search={{ template: BLANK }} className={styles.name}>
              {texts.blank}
            </Link>
            <span className={styles.lead}>{texts.blankLead}</span>
          </li>
          {templates
            .filter(({ builtin }) => builtin)
            .map((template) => (
              <BuiltInCard key={template.slug} template={template} />
            ))}
        </ul>
      </section>
    </div>
  );
}

function BuiltInCard({ template }: { template: Template }) {
  const { templates } = useSmartInvitationsTexts();
  const nameOf = useTemplateName();
  const key = keyOfTemplate(template);
  const Sign = ICONS[key] ?? IconTemplate;
  return (
    <li className={styles.card}>
      <Sign size={20} stroke={1.75} aria-hidden className={styles.icon} />
      <Link to="/outreach/invitations/new" search={{ template: key }} className={styles.name}>
        {nameOf(template)}
      </Link>
      <span className={styles.lead}>{templates[key]?.lead ?? template.rule.text}</span>
    </li>
  );
}

function OwnCard({ template }: { template: Template }) {
  const texts = useSmartInvitationsTexts();
  const describe = useDescribeRule();
  const notify = useNotice();
  const refresh = useRefreshInvitations();
  const [isAsking, setAsking] = useState(false);
  const { id, name, rule } = template;
  return (
    <li className={styles.card}>
      <IconTemplate size={20} stroke={1.75} aria-hidden className={styles.icon} />
      <Link to="/outreach/invitations/new" search={{ template: keyOfTemplate(template) }} className={styles.name}>
        {name}
      </Link>
      <span className={styles.lead}>{describe(rule)}</span>
      <Tooltip label={texts.removeTemplate(name)}>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={styles.remove ?? ''}
          aria-label={texts.removeTemplate(name)}
          onClick={() => setAsking(true)}
        >
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <ConfirmDialog
        title={texts.removeTemplateQuestion(name)}
        label={texts.removeTemplateConfirm}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        send={() => api.smartInvitations.removeTemplate({ params: { id: id ?? 0 } })}
        onDone={() => {
          notify({ kind: 'done', text: texts.templateRemoved });
          void refresh();
        }}
      >
        {texts.removeTemplateLead}
      </ConfirmDialog>
    </li>
  );
}
