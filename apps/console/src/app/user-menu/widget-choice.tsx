import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useSession } from '../../data/session.ts';
import { useSwitchWidget } from '../../entities/widget/use-switch-widget.ts';
import { useWidgetName } from '../../entities/widget/use-widget-name.ts';
import { useTexts } from '../../locales/locale.tsx';

/** Shown to agents of several widgets. */
export function WidgetChoice() {
  const { shell } = useTexts();
  const { widget, widgets } = useSession();
  const switchTo = useSwitchWidget();
  const nameOf = useWidgetName();
  if (widgets.length < 2) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{shell.widgets}</Menu.Label>
      <Menu.RadioGroup value={String(widget.id)} onChange={(id) => void switchTo(Number(id))}>
        {widgets.map((each) => (
          <Menu.RadioItem
            key={each.id}
            value={String(each.id)}
            closeMenuOnClick
            checkIcon={<IconCheck size={16} stroke={2} aria-hidden />}
          >
            {nameOf(each)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
