import { Switch } from '@mantine/core';
import { useWidgetTexts } from '../../../locales/pages/widget.ts';
import { ColorField } from '../fields/color-field.tsx';
import { Choice, NumberChoice, Pixels, Toggle } from '../fields/fields.tsx';
import { Group } from '../fields/group.tsx';
import { useSetting } from '../model/draft.tsx';
import { DeviceProfile } from './device-profile.tsx';
import styles from './look.module.css';
import { PositionField } from './position-field.tsx';
import { useProfiles } from './use-profiles.ts';

export function Look() {
  const texts = useWidgetTexts();
  const [profiles, editProfiles] = useProfiles();
  return (
    <>
      <Group heading={texts.groups.colors}>
        <ColorField />
        <Choice name="color_scheme" />
      </Group>
      <Group heading={texts.groups.header}>
        <Choice name="widget_header_align" />
        <Toggle name="widget_show_operator_avatars" />
        <Choice name="operators_display_mode" />
        <Toggle name="widget_show_lang_switcher" />
        <Toggle name="widget_show_copyright" />
      </Group>
      <Group heading={texts.groups.launcher} lead={texts.launcherLead}>
        <Switch
          withThumbIndicator={false}
          label={texts.perDevice}
          description={texts.perDeviceHint}
          checked={profiles.enabled}
          onChange={({ currentTarget }) => editProfiles({ enabled: currentTarget.checked })}
        />
        {profiles.enabled ? (
          <>
            <DeviceProfile device="desktop" />
            <DeviceProfile device="mobile" />
          </>
        ) : (
          <SharedLauncher />
        )}
      </Group>
    </>
  );
}

function SharedLauncher() {
  const { percent, fields, delay, never } = useWidgetTexts();
  const [position, setPosition] = useSetting('widget_position');
  return (
    <>
      <PositionField label={fields.widget_position} value={position} onChange={setPosition} />
      <NumberChoice name="widget_button_size" format={percent} />
      <div className={styles.pair}>
        <Pixels name="widget_offset_x" />
        <Pixels name="widget_offset_y" />
        <Pixels name="widget_chat_offset_x" />
        <Pixels name="widget_chat_offset_y" />
        <NumberChoice name="widget_button_freeze" format={delay} />
        <NumberChoice name="widget_button_open" format={(seconds) => (seconds ? delay(seconds) : never)} />
      </div>
    </>
  );
}
