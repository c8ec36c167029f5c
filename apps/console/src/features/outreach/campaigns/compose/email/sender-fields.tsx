import { Switch, TextInput } from '@mantine/core';
import { useCampaignComposerTexts } from '../../../../../locales/pages/campaign-composer.ts';
import { SegmentedChoice } from '../../../../../ui/controls/segmented-choice.tsx';
import type { EmailFieldsProps } from './email-errors.ts';
import styles from './sender-fields.module.css';

/** Who the mail is from, and where replies go. */
export function SenderFields({ draft, errors, change }: EmailFieldsProps) {
  const texts = useCampaignComposerTexts();
  return (
    <>
      <div className={styles.pair}>
        <TextInput
          label={texts.fromName}
          description={texts.fromNameLead}
          value={draft.fromName}
          error={errors.fromName}
          maxLength={100}
          autoComplete="off"
          dir="auto"
          onChange={({ currentTarget }) => change({ fromName: currentTarget.value })}
        />
        <TextInput
          type="email"
          label={texts.replyTo}
          description={texts.replyToLead}
          value={draft.replyTo}
          error={errors.replyTo}
          maxLength={254}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          onChange={({ currentTarget }) => change({ replyTo: currentTarget.value })}
        />
      </div>
      <Switch
        label={texts.trackClicks}
        description={texts.trackClicksLead}
        checked={draft.trackClicks}
        onChange={({ currentTarget }) => change({ trackClicks: currentTarget.checked })}
      />
    </>
  );
}

const bases = ['recorded', 'attested'] as const;

/** Who may be written to. */
export function ConsentField({ draft, change }: EmailFieldsProps) {
  const texts = useCampaignComposerTexts();
  return (
    <div>
      <SegmentedChoice
        label={texts.basis}
        value={draft.consentBasis}
        options={bases.map((value) => ({ value, label: texts.bases[value] }))}
        onChange={(consentBasis) => change({ consentBasis })}
      />
      <p className={styles.basis} role="status">
        {texts.basisLeads[draft.consentBasis]}
      </p>
    </div>
  );
}
