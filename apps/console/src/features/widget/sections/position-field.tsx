import { NativeSelect } from '@mantine/core';
import { useWidgetTexts } from '../../../locales/pages/widget.ts';
import type { SettingsShown } from '../model/queries.ts';

type Position = NonNullable<SettingsShown['widget_position']>;

const PREFIX = 'service-position-widget-in-page-';
const CORNERS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const;

interface PositionFieldProps {
  label: string;
  value: Position;
  onChange: (value: Position) => void;
}

/** The corner of the page. */
export function PositionField({ label, value, onChange }: PositionFieldProps) {
  const { corners } = useWidgetTexts();
  return (
    <NativeSelect
      label={label}
      value={value}
      data={CORNERS.map((corner) => ({ value: `${PREFIX}${corner}`, label: corners[corner] }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Position)}
    />
  );
}
