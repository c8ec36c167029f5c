import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { useLocale } from '../../locales/locale.tsx';
import { useAccountTexts } from '../../locales/pages/account.ts';
import { dateFormat } from '../../ui/time/formats.ts';
import { useNow } from '../../ui/time/use-now.ts';
import styles from './time-zone-field.module.css';
import { describeZone, listZones } from './time-zones.ts';

interface TimeZoneFieldProps {
  value: string;
  onChange: (timezone: string) => void;
}

export function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
  const texts = useAccountTexts();
  const { locale } = useLocale();
  const now = useNow();
  const options = useMemo(() => listZones(value).map((zone) => ({ value: zone, label: describeZone(zone) })), [value]);
  const time = dateFormat(locale, { timeStyle: 'short', timeZone: value }).format(now);
  return (
    <Select
      aria-label={texts.zone}
      description={texts.zoneNow(time)}
      data={options}
      value={value}
      onChange={(chosen) => chosen && chosen !== value && onChange(chosen)}
      searchable
      allowDeselect={false}
      nothingFoundMessage={texts.noZone}
      inputWrapperOrder={['input', 'description']}
      // The list itself scrolls, so that assistive technology knows what does.
      withScrollArea={false}
      classNames={{ options: styles.zones ?? '' }}
    />
  );
}
