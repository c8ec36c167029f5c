import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useReportsTexts } from '../../../locales/pages/reports.ts';

interface ScoreFilterProps {
  score: number | undefined;
  onChange: (score: number | undefined) => void;
}

/** Nought stands for any. */
const CHOICES = [0, 5, 4, 3, 2, 1];

export function ScoreFilter({ score, onChange }: ScoreFilterProps) {
  const { ratings: texts } = useReportsTexts();
  const nameOf = (each = 0) => (each ? texts.score(each) : texts.anyScore);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="xs" rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}>
          {nameOf(score)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={String(score ?? 0)} onChange={(each) => onChange(Number(each) || undefined)}>
          {CHOICES.map((each) => (
            <Menu.RadioItem key={each} value={String(each)} closeMenuOnClick>
              {nameOf(each)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
