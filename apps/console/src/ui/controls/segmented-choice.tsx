import { SegmentedControl, Text } from '@mantine/core';
import { useId } from 'react';
import styles from './segmented-choice.module.css';

interface SegmentedChoiceProps<Value extends string> {
  label: string;
  /** Only for screen readers. */
  isLabelHidden?: boolean;
  value: Value;
  options: { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

export function SegmentedChoice<Value extends string>({
  label,
  isLabelHidden = false,
  value,
  options,
  onChange,
}: SegmentedChoiceProps<Value>) {
  const id = useId();
  return (
    <div className={styles.alternatives}>
      {!isLabelHidden && (
        <Text fw={500} id={id}>
          {label}
        </Text>
      )}
      <SegmentedControl
        value={value}
        data={options}
        onChange={onChange}
        transitionDuration={120}
        {...(isLabelHidden ? { 'aria-label': label } : { 'aria-labelledby': id })}
        classNames={{
          root: styles.all ?? '',
          control: styles.one ?? '',
          indicator: styles.indicator ?? '',
          label: styles.label ?? '',
        }}
      />
    </div>
  );
}
