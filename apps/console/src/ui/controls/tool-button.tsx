import { ActionIcon, Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

interface ToolButtonProps {
  label: string;
  icon: Icon;
  shortcut?: string;
  onClick: () => void;
}

/** Does not take the focus from the text field. */
export function ToolButton({ label, icon: Sign, shortcut, onClick }: ToolButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
      >
        <Sign size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
