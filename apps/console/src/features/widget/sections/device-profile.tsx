import { NativeSelect, Stack, Text } from '@mantine/core';
import { useWidgetTexts } from '../../../locales/pages/widget.ts';
import { PixelField } from '../fields/pixel-field.tsx';
import styles from './look.module.css';
import { PositionField } from './position-field.tsx';
import { useProfileDefaults, useProfiles } from './use-profiles.ts';

const PIXELS = [
  'launcher_size_px',
  'launcher_offset_x_px',
  'launcher_offset_y_px',
  'chat_offset_x_px',
  'chat_offset_y_px',
] as const;
const LAUNCHER_LIMITS = { min: 44, max: 160 };
const DELAYS = { launcher_reveal_delay_sec: [0, 30, 60, 90, 180], auto_open_delay_sec: [0, 15, 30, 60, 90] } as const;

/** Sizes and delays on one kind of screen. */
export function DeviceProfile({ device }: { device: 'desktop' | 'mobile' }) {
  const { devices, profile: texts, fields, delay, atOnce, never } = useWidgetTexts();
  const [profiles, editProfiles] = useProfiles();
  const defaults = useProfileDefaults(device);
  const own = profiles[device];
  const edit = (changes: object) => editProfiles({ [device]: { ...own, ...changes } });
  return (
    <fieldset className={styles.device} aria-label={devices[device]}>
      <Stack gap="md">
        <Text fw={600}>{devices[device]}</Text>
        <PositionField
          label={fields.widget_position}
          value={own.position ?? defaults.position}
          onChange={(position) => edit({ position })}
        />
        <div className={styles.pair}>
          {PIXELS.map((leaf) => (
            <PixelField
              key={leaf}
              label={texts[leaf]}
              {...(leaf === 'launcher_size_px' && LAUNCHER_LIMITS)}
              value={own[leaf] ?? defaults[leaf]}
              onChange={(pixels) => edit({ [leaf]: pixels })}
            />
          ))}
          {(Object.keys(DELAYS) as (keyof typeof DELAYS)[]).map((leaf) => (
            <NativeSelect
              key={leaf}
              label={texts[leaf]}
              value={String(own[leaf] ?? 0)}
              data={DELAYS[leaf].map((seconds) => ({
                value: String(seconds),
                label: seconds ? delay(seconds) : leaf === 'auto_open_delay_sec' ? never : atOnce,
              }))}
              onChange={({ currentTarget }) => edit({ [leaf]: Number(currentTarget.value) })}
            />
          ))}
        </div>
      </Stack>
    </fieldset>
  );
}
