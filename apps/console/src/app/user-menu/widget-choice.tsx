import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../locales/locale.tsx';
import { useSwitchWidget } from './use-switch-widget.ts';

/** Shown to agents of several widgets. */
export function WidgetChoice() {
  const { shell } = useTexts();
  const { widget, widgets } = useSession();
  const switchTo = useSwitchWidget();
  if (widgets.length < 2) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{shell.widgets}</Menu.Label>
      <Menu.RadioGroup value={String(widget.id)} onChange={(id) => switchTo(Number(id))}>
        {widgets.map(({ id, domain }) => (
          <Menu.RadioItem
            key={id}
            value={String(id)}
            closeMenuOnClick
            checkIcon={<IconCheck size={16} stroke={2} aria-hidden />}
          >
            {domain ?? shell.widget(id)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
