import { Button, Menu } from '@mantine/core';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../../../data/session.ts';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { useFormats } from '../figures/use-formats.ts';
import { startOfDay } from '../period/dates.ts';
import { DEFAULT_PRESET, presets, readReportSearch } from '../period/report-search.ts';
import { useReportSearch, useSetPeriod } from '../period/use-report-period.ts';
import { CustomPeriod } from './custom-period.tsx';

/** The same in every report. */
export function PeriodPicker() {
  const texts = useReportsTexts();
  const { days } = useFormats();
  const { timezone } = useSession().account;
  const search = useReportSearch();
  const setPeriod = useSetPeriod();
  const [isCustom, setCustom] = useState(false);
  const chosen = search.period ?? DEFAULT_PRESET;
  const name =
    chosen === 'custom' && search.from && search.to
      ? days({ from: startOfDay(search.from, timezone), to: startOfDay(search.to, timezone) + 1 }, timezone)
      : texts.presets[chosen];
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden />}
            rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
            aria-label={`${texts.period}: ${name}`}
          >
            {name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.RadioGroup value={chosen} onChange={(preset) => setPeriod(readReportSearch({ period: preset }))}>
            {presets.map((preset) => (
              <Menu.RadioItem key={preset} value={preset} closeMenuOnClick>
                {texts.presets[preset]}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item onClick={() => setCustom(true)}>{texts.presets.custom}…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <CustomPeriod isOpen={isCustom} onClose={() => setCustom(false)} />
    </>
  );
}
