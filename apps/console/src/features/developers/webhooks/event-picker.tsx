import { Button, Checkbox, Group, Input } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWebhooksTexts } from '../../../locales/pages/webhooks.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import styles from './event-picker.module.css';
import { eventTypesQuery } from './webhook-queries.ts';

interface EventPickerProps {
  vocabulary: 'native' | 'compat';
  /** Separated by spaces, as the value of a form's field. */
  value?: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

/** The events of one vocabulary, from the server's catalogue. */
export function EventPicker({ vocabulary, value = '', onChange, error }: EventPickerProps) {
  const texts = useWebhooksTexts();
  const query = useQuery(eventTypesQuery);
  const chosen = new Set(value.split(' ').filter(Boolean));
  const choose = (names: Iterable<string>) => onChange([...names].join(' '));
  return (
    <Input.Wrapper label={texts.events} labelElement="div" error={error}>
      <Loaded query={query} failure={texts.eventsFailed}>
        {(types) => {
          const offered = types.filter((type) => type.vocabulary === vocabulary);
          return (
            <>
              <Group gap="xs" mb="xs">
                <Button variant="default" size="compact-sm" onClick={() => choose(offered.map(({ name }) => name))}>
                  {texts.chooseAll}
                </Button>
                <Button variant="default" size="compact-sm" onClick={() => choose([])}>
                  {texts.chooseNone}
                </Button>
              </Group>
              <fieldset className={styles.events} aria-label={texts.events}>
                {offered.map(({ name, enabled, triggered_by }) => (
                  <Checkbox
                    key={name}
                    checked={chosen.has(name)}
                    onChange={() => choose(chosen.symmetricDifference(new Set([name])))}
                    classNames={{ root: styles.event ?? '', description: styles.description ?? '' }}
                    label={
                      <span className={styles.label}>
                        <code className={styles.name}>{name}</code>
                        {!enabled && <StatusBadge tone="off">{texts.planned}</StatusBadge>}
                      </span>
                    }
                    description={texts.triggers[name] ?? triggered_by}
                  />
                ))}
              </fieldset>
            </>
          );
        }}
      </Loaded>
    </Input.Wrapper>
  );
}
