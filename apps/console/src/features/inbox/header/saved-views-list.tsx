import { ActionIcon, Group, Stack, TextInput, Tooltip } from '@mantine/core';
import { type Icon, IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useSavedViewsTexts } from '../../../locales/pages/saved-views.ts';
import type { SavedView } from './saved-view.ts';

interface SavedViewsListProps {
  views: SavedView[];
  onChange(views: SavedView[]): void;
}

export function SavedViewsList({ views, onChange }: SavedViewsListProps) {
  const texts = useSavedViewsTexts();
  const move = (view: SavedView, to: number) => onChange(views.filter((each) => each !== view).toSpliced(to, 0, view));
  return (
    <Stack component="ul" gap="xs" p={0} m={0} aria-label={texts.heading} style={{ listStyle: 'none' }}>
      {views.map((view, at) => (
        <Group component="li" key={view.name} gap={4} wrap="nowrap" align="start">
          <ViewName
            name={view.name}
            isTaken={(name) => views.some((each) => each.name === name)}
            onRename={(name) => onChange(views.with(at, { ...view, name }))}
          />
          <Tool
            label={texts.up(view.name)}
            icon={IconArrowUp}
            isDisabled={at === 0}
            onClick={() => move(view, at - 1)}
          />
          <Tool
            label={texts.down(view.name)}
            icon={IconArrowDown}
            isDisabled={at === views.length - 1}
            onClick={() => move(view, at + 1)}
          />
          <Tool label={texts.remove(view.name)} icon={IconTrash} onClick={() => onChange(views.toSpliced(at, 1))} />
        </Group>
      ))}
    </Stack>
  );
}

interface ViewNameProps {
  name: string;
  isTaken(name: string): boolean;
  onRename(name: string): void;
}

/** Renamed with Enter and when the field is left. */
function ViewName({ name, isTaken, onRename }: ViewNameProps) {
  const texts = useSavedViewsTexts();
  const [text, setText] = useState(name);
  const next = text.trim();
  const isRefused = next !== name && isTaken(next);
  const commit = () => {
    if (next === '' || next === name) setText(name);
    else if (!isRefused) onRename(next);
  };
  return (
    <TextInput
      flex={1}
      aria-label={texts.rename(name)}
      error={isRefused && texts.isTaken}
      maxLength={60}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.currentTarget.blur();
      }}
    />
  );
}

interface ToolProps {
  label: string;
  icon: Icon;
  isDisabled?: boolean;
  onClick(): void;
}

/** Keeps the focus when it becomes disabled. */
function Tool({ label, icon: Sign, isDisabled = false, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={label}
        aria-disabled={isDisabled}
        data-disabled={isDisabled || undefined}
        bg={isDisabled ? 'transparent' : undefined}
        onClick={() => !isDisabled && onClick()}
      >
        <Sign size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
