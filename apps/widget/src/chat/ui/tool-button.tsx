import type { ButtonHTMLAttributes } from 'preact';
import { Icon, type IconName } from './icons.tsx';

interface ToolButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  label: string;
}

/** A button that shows an icon only. */
export function ToolButton({ icon, label, ...attributes }: ToolButtonProps) {
  return (
    <button type="button" class="tool" aria-label={label} title={label} {...attributes}>
      <Icon name={icon} />
    </button>
  );
}
