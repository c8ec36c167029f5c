import { Kbd, Modal, ScrollArea, TextInput } from '@mantine/core';
import type { Chat } from '@parley/live';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTexts } from '../../locales/locale.tsx';
import styles from './palette.module.css';
import { type Command, useCommands } from './use-commands.ts';
import { useOpenChat, useOpenChatCommands } from './use-open-chat-commands.ts';
import { useSearchResults } from './use-search-results.ts';

interface PaletteProps {
  isOpen: boolean;
  onClose: () => void;
  onKeys: () => void;
}

/** One field for everything: commands, chats, people and what was written. */
export function Palette({ isOpen, onClose, onKeys }: PaletteProps) {
  const { palette } = useTexts();
  const chat = useOpenChat();
  const search = { onClose, onKeys };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={560}
      yOffset="12vh"
      attributes={{ content: { 'aria-label': palette.label } }}
      scrollAreaComponent={ScrollArea.Autosize}
    >
      {chat ? <ChatPaletteSearch chat={chat} {...search} /> : <PaletteSearch chatCommands={none} {...search} />}
    </Modal>
  );
}

const none: Command[] = [];

function ChatPaletteSearch({ chat, ...search }: Omit<PaletteProps, 'isOpen'> & { chat: Chat }) {
  return <PaletteSearch chatCommands={useOpenChatCommands(chat)} {...search} />;
}

interface PaletteSearchProps extends Omit<PaletteProps, 'isOpen'> {
  /** Commands of the open chat. */
  chatCommands: Command[];
}

function PaletteSearch({ chatCommands, onClose, onKeys }: PaletteSearchProps) {
  const { palette } = useTexts();
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const groups = useSearchResults(text, { chat: chatCommands, commands: useCommands(onKeys) });
  const items = groups.flatMap((group) => group.items);
  const active = items[Math.min(at, items.length - 1)];
  const choose = (command: Command) => {
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((Math.min(at, items.length - 1) + step + items.length) % Math.max(1, items.length));
    else if (event.key === 'Enter' && active) choose(active);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        data-autofocus
        size="md"
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={active && `${id}-${active.id}`}
        aria-label={palette.label}
        placeholder={palette.placeholder}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
        classNames={{ input: styles.field ?? '' }}
      />
      <div id={id} role="listbox" aria-label={palette.label} className={styles.results}>
        {groups.map(({ name, items: found }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no set of fields
          <div key={name} role="group" aria-label={palette[name]}>
            <div className={styles.group} aria-hidden>
              {palette[name]}
            </div>
            {found.map((command) => (
              <Option
                key={command.id}
                id={`${id}-${command.id}`}
                isActive={command === active}
                command={command}
                onChoose={choose}
              />
            ))}
          </div>
        ))}
        {!items.length && <p className={styles.nothing}>{palette.nothing}</p>}
      </div>
    </>
  );
}

interface OptionProps {
  id: string;
  isActive: boolean;
  command: Command;
  onChoose(command: Command): void;
}

/** Picked with the keys of the field or with the mouse; never focused itself. */
function Option({ id, isActive, command, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.option}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' });
      }}
      onClick={() => onChoose(command)}
    >
      <span dir="auto">{command.label}</span>
      {command.detail && (
        <span className={styles.detail} dir="auto">
          {command.detail}
        </span>
      )}
      {command.shortcut && <Kbd className={styles.key ?? ''}>{command.shortcut}</Kbd>}
    </div>
  );
}
