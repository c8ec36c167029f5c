import { NumberInput, Switch, TextInput } from '@mantine/core';
import { useSession } from '../../../../data/session.ts';
import { useSendComposerTexts } from '../../../../locales/pages/send-composer.ts';
import { SegmentedChoice } from '../../../../ui/controls/segmented-choice.tsx';
import { TimeField } from '../../../../ui/form/time-field.tsx';
import type { FieldsProps } from './draft/fields-props.ts';
import { toFieldValue } from './draft/send-values.ts';
import styles from './schedule-fields.module.css';

const HOUR_MS = 3_600_000;
const DAY = { from: '09:00', to: '21:00' };

/** When it starts, and at which times and how fast it goes out. */
export function ScheduleFields(props: FieldsProps) {
  const { draft, errors, change } = props;
  const texts = useSendComposerTexts();
  const inAnHour = () => toFieldValue(new Date(Date.now() + HOUR_MS).toISOString());
  return (
    <>
      <SegmentedChoice
        label={texts.when}
        isLabelHidden
        value={draft.sendAt ? 'later' : 'now'}
        options={(['now', 'later'] as const).map((value) => ({ value, label: texts.whens[value] }))}
        onChange={(when) => change({ sendAt: when === 'now' ? '' : inAnHour() })}
      />
      {draft.sendAt && (
        <TextInput
          type="datetime-local"
          label={texts.sendAt}
          description={texts.sendAtLead}
          value={draft.sendAt}
          error={errors.sendAt}
          onChange={({ currentTarget }) => change({ sendAt: currentTarget.value || inAnHour() })}
        />
      )}
      <WindowFields {...props} />
      <div className={styles.pair}>
        <NumberInput
          label={texts.rate}
          description={texts.rateLead}
          placeholder={texts.noRate}
          value={draft.ratePerMinute ?? ''}
          error={errors.ratePerMinute}
          min={1}
          max={6_000}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          hideControls
          onChange={(count) => change({ ratePerMinute: typeof count === 'number' ? count : null })}
        />
        <NumberInput
          label={texts.gap}
          description={texts.gapLead}
          placeholder={texts.noGap}
          value={draft.minGapHours ?? ''}
          error={errors.minGapHours}
          min={0}
          max={720}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          hideControls
          onChange={(hours) => change({ minGapHours: typeof hours === 'number' ? hours : null })}
        />
      </div>
    </>
  );
}

function WindowFields({ draft: { window }, errors, change }: FieldsProps) {
  const texts = useSendComposerTexts();
  const { timezone } = useSession().account;
  return (
    <div>
      <Switch
        label={texts.window}
        description={texts.windowLead(timezone.replaceAll('_', ' '))}
        checked={window !== null}
        onChange={({ currentTarget }) => change({ window: currentTarget.checked ? DAY : null })}
      />
      {window && (
        <div className={styles.times}>
          <TimeField
            label={texts.windowFrom}
            value={window.from}
            onChange={(from) => change({ window: { ...window, from } })}
          />
          <span aria-hidden>–</span>
          <TimeField
            label={texts.windowTo}
            value={window.to}
            onChange={(to) => change({ window: { ...window, to: to === '24:00' ? '00:00' : to } })}
          />
        </div>
      )}
      {errors.window && (
        <p className={styles.error} role="alert">
          {errors.window}
        </p>
      )}
    </div>
  );
}
