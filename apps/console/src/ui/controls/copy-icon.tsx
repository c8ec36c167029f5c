import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTexts } from '../../locales/locale.tsx';

/** Copies the value; `label` names it for screen readers. */
export function CopyIcon({ value, label }: { value: string; label: string }) {
  const texts = useTexts();
  const { copy, copied } = useClipboard({ timeout: 2_000 });
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <Tooltip label={copied ? texts.copied : texts.copy}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={`${copied ? texts.copied : texts.copy}: ${label}`}
        onClick={() => copy(value)}
      >
        <Icon size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
