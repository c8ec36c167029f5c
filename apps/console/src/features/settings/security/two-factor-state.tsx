import { Button, Group, Text } from '@mantine/core';
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useSession } from '../../../data/session.ts';
import { useProfileTexts } from '../../../locales/pages/profile.ts';

interface TwoFactorStateProps {
  isOn: boolean;
  /** Takes the focus from a step that was removed. */
  takesFocus: boolean;
  onSwitch: () => void;
}

export function TwoFactorState({ isOn, takesFocus, onSwitch }: TwoFactorStateProps) {
  const { twoFactor: texts } = useProfileTexts();
  const { two_factor_required: isRequired } = useSession().account;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  const Icon = isOn ? IconShieldCheck : IconShieldOff;
  return (
    <Group justify="space-between">
      <Group gap="xs" c={isOn ? 'var(--mantine-color-success)' : 'dimmed'}>
        <Icon size={20} stroke={1.75} aria-hidden />
        <Text fw={500}>{isOn ? texts.on : texts.off}</Text>
      </Group>
      {isOn && isRequired ? (
        <Text c="dimmed">{texts.required}</Text>
      ) : (
        <Button ref={button} variant="default" onClick={onSwitch}>
          {isOn ? texts.switchOff : texts.switchOn}
        </Button>
      )}
    </Group>
  );
}
