import { TagsInput, Textarea } from '@mantine/core';
import { invitationActions } from '@parley/contract';
import { LanguageChoice } from '../../../../entities/widget/language-choice.tsx';
import { useInvitationRuleTexts } from '../../../../locales/pages/invitation-rule.ts';
import { SegmentedChoice } from '../../../../ui/controls/segmented-choice.tsx';
import type { RuleFieldsProps } from '../values/fields-props.ts';
import styles from './rule-fields.module.css';
import { SenderFields } from './sender-fields.tsx';

const MAX_CHARACTERS = 500;
const MAX_REPLIES = 3;
const MAX_REPLY_CHARACTERS = 80;

interface MessageFieldsProps extends RuleFieldsProps {
  language: string | null;
  onLanguageChange: (language: string | null) => void;
}

/** What the visitor sees: how it shows, its text by language, answers and who it is from. */
export function MessageFields({ language, onLanguageChange, ...props }: MessageFieldsProps) {
  const { rule, errors, change } = props;
  const texts = useInvitationRuleTexts();
  return (
    <>
      <div>
        <SegmentedChoice
          label={texts.action}
          value={rule.action}
          options={invitationActions.map((value) => ({ value, label: texts.actions[value] }))}
          onChange={(action) => change({ action })}
        />
        <p className={styles.hint}>{texts.actionLeads[rule.action]}</p>
      </div>
      <LanguageChoice value={language} onChange={onLanguageChange} filled={Object.keys(rule.texts)} />
      <TextField {...props} language={language} />
      <TagsInput
        label={texts.quickReplies}
        description={texts.quickRepliesLead}
        placeholder={rule.quick_replies.length ? '' : texts.quickRepliesExample}
        value={rule.quick_replies}
        error={errors.quick_replies}
        maxTags={MAX_REPLIES}
        maxLength={MAX_REPLY_CHARACTERS}
        splitChars={[]}
        acceptValueOnBlur
        onChange={(replies) => change({ quick_replies: replies.map((reply) => reply.trim()).filter(Boolean) })}
      />
      <SenderFields {...props} />
    </>
  );
}

/** The text in one language. */
function TextField({ rule, errors, change, language }: RuleFieldsProps & { language: string | null }) {
  const texts = useInvitationRuleTexts();
  const write = (text: string) => {
    if (language === null) return change({ text });
    const { [language]: _, ...others } = rule.texts;
    change({ texts: text ? { ...others, [language]: text } : others });
  };
  return (
    <Textarea
      label={texts.text}
      placeholder={(language !== null && rule.text) || texts.textExample}
      value={language === null ? rule.text : (rule.texts[language] ?? '')}
      error={language === null ? errors.text : errors[`texts.${language}`]}
      maxLength={MAX_CHARACTERS}
      autosize
      minRows={3}
      maxRows={10}
      dir="auto"
      {...(language !== null && { lang: language })}
      onChange={({ currentTarget }) => write(currentTarget.value)}
    />
  );
}
