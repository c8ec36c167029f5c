import { Button, Menu, Switch, Text, Textarea, TextInput, UnstyledButton } from '@mantine/core';
import { IconInfoCircle, IconLayoutBoard, IconTemplate, IconTextCaption } from '@tabler/icons-react';
import { type RefObject, useRef } from 'react';
import { useSession } from '../../../../../data/session.ts';
import { useAgentName } from '../../../../../entities/agent/use-agent-name.ts';
import { useCampaignComposerTexts } from '../../../../../locales/pages/campaign-composer.ts';
import { SegmentedChoice } from '../../../../../ui/controls/segmented-choice.tsx';
import { insertText } from '../../../../../ui/form/insert-text.ts';
import { VariableMenu, VariableTools } from '../../../sends/compose/variables/variable-menu.tsx';
import type { EmailFieldsProps } from './email-errors.ts';
import { hasUnsubscribeLink, modes } from './email-values.ts';
import styles from './letter-fields.module.css';
import { announcement, plainLetter } from './templates.ts';

const MAX_HTML = 500_000;
const MAX_TEXT = 100_000;

/** What the mail says: its subject, what follows it in lists of mails, and the letter itself. */
export function LetterFields(props: EmailFieldsProps) {
  const { draft, errors, change } = props;
  const texts = useCampaignComposerTexts();
  return (
    <>
      <SubjectField {...props} />
      <TextInput
        label={texts.preheader}
        description={texts.preheaderLead}
        value={draft.preheader}
        error={errors.preheader}
        maxLength={255}
        autoComplete="off"
        dir="auto"
        onChange={({ currentTarget }) => change({ preheader: currentTarget.value })}
      />
      <SegmentedChoice
        label={texts.mode}
        isLabelHidden
        value={draft.mode}
        options={modes.map((value) => ({ value, label: texts.modes[value] }))}
        onChange={(mode) => change({ mode })}
      />
      {draft.mode === 'html' ? <HtmlField {...props} /> : <TextField {...props} label={texts.text} />}
      {draft.mode === 'html' && (
        <Switch
          label={texts.ownText}
          description={texts.ownTextLead}
          checked={draft.hasOwnText}
          onChange={({ currentTarget }) => change({ hasOwnText: currentTarget.checked })}
        />
      )}
      {draft.mode === 'html' && draft.hasOwnText && <TextField {...props} label={texts.textPart} />}
    </>
  );
}

function SubjectField({ draft, errors, change }: EmailFieldsProps) {
  const texts = useCampaignComposerTexts();
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.subject}>
      <TextInput
        ref={field}
        label={texts.subject}
        value={draft.subject}
        error={errors.subject}
        maxLength={255}
        autoComplete="off"
        dir="auto"
        onChange={({ currentTarget }) => change({ subject: currentTarget.value })}
      />
      <VariableMenu field={field} label={texts.subject} />
    </div>
  );
}

function HtmlField(props: EmailFieldsProps) {
  const { draft, errors, change } = props;
  const texts = useCampaignComposerTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <div>
      {!draft.html && <FirstTemplates onChoose={(html) => change({ html })} />}
      <Textarea
        ref={field}
        label={texts.html}
        value={draft.html}
        error={errors.html}
        maxLength={MAX_HTML}
        autosize
        minRows={10}
        maxRows={24}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        classNames={{ input: styles.code ?? '' }}
        onChange={({ currentTarget }) => change({ html: currentTarget.value })}
      />
      <VariableTools field={field} label={texts.html} more={[['unsubscribe_url', texts.unsubscribeVariable]]}>
        {draft.html && <TemplateMenu field={field} />}
      </VariableTools>
      <UnsubscribeNote {...props} />
    </div>
  );
}

function TextField({ label, ...props }: EmailFieldsProps & { label: string }) {
  const { draft, errors, change } = props;
  const texts = useCampaignComposerTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <div>
      <Textarea
        ref={field}
        label={label}
        value={draft.text}
        error={errors.text}
        maxLength={MAX_TEXT}
        autosize
        minRows={8}
        maxRows={24}
        dir="auto"
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <VariableTools field={field} label={label} more={[['unsubscribe_url', texts.unsubscribeVariable]]} />
      {draft.mode === 'text' && <UnsubscribeNote {...props} />}
    </div>
  );
}

function UnsubscribeNote({ draft }: EmailFieldsProps) {
  const texts = useCampaignComposerTexts();
  const isEmpty = !(draft.mode === 'html' ? draft.html : draft.text).trim();
  if (isEmpty || hasUnsubscribeLink(draft)) return null;
  return (
    <p className={styles.note}>
      <IconInfoCircle size={16} stroke={1.75} aria-hidden className={styles.noteIcon} />
      {texts.unsubscribeAdded}
    </p>
  );
}

const templates = ['letter', 'announcement'] as const;
const SIGNS = { letter: IconTextCaption, announcement: IconLayoutBoard };

function useTemplates() {
  const { templateTexts } = useCampaignComposerTexts();
  const sender = useAgentName()(useSession().agent.id);
  return { letter: () => plainLetter(templateTexts, sender), announcement: () => announcement(templateTexts) };
}

/** For those who begin: what the letter may look like. */
function FirstTemplates({ onChoose }: { onChoose: (html: string) => void }) {
  const texts = useCampaignComposerTexts();
  const written = useTemplates();
  return (
    <fieldset className={styles.templates}>
      <legend className={styles.templatesLabel}>{texts.startWith}</legend>
      {templates.map((name) => {
        const Sign = SIGNS[name];
        return (
          <UnstyledButton key={name} className={styles.template} onClick={() => onChoose(written[name]())}>
            <Sign size={24} stroke={1.5} aria-hidden className={styles.templateIcon} />
            <span>
              <Text component="span" fw={500} display="block">
                {texts.templates[name]}
              </Text>
              <Text component="span" c="dimmed" size="xs">
                {texts.templateLeads[name]}
              </Text>
            </span>
          </UnstyledButton>
        );
      })}
    </fieldset>
  );
}

/** Replaces the letter, which can be undone as typing can. */
function TemplateMenu({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const texts = useCampaignComposerTexts();
  const written = useTemplates();
  const replace = (html: string) =>
    field.current && insertText(field.current, html, { from: 0, to: field.current.value.length });
  return (
    <Menu position="bottom-start" width={280} returnFocus={false} withinPortal>
      <Menu.Target>
        <Button variant="default" size="compact-sm" leftSection={<IconTemplate size={16} stroke={1.75} aria-hidden />}>
          {texts.startOver}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {templates.map((name) => (
          <Menu.Item key={name} onClick={() => replace(written[name]())}>
            {texts.templates[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
