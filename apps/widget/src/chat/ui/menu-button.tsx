import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icons.tsx';
import { ToolButton } from './tool-button.tsx';

export interface MenuItem {
  icon: IconName;
  label: string;
  /** Of the label, where it differs from that of the widget. */
  lang?: string;
  onSelect(): void;
}

/** A button that opens a menu. */
export function MenuButton({ icon, label, items }: { icon: IconName; label: string; items: MenuItem[] }) {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const entries = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  useLayoutEffect(() => {
    if (isOpen) entries()[0]?.focus();
  }, [isOpen]);

  function close() {
    setOpen(false);
    menu.current?.querySelector('button')?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!isOpen || (!step && event.key !== 'Escape')) return;
    event.preventDefault();
    if (!step) return close();
    const all = entries();
    all[(all.indexOf(event.target as HTMLElement) + step + all.length) % all.length]?.focus();
  }

  function onFocusOut({ relatedTarget }: FocusEvent) {
    if (!menu.current?.contains(relatedTarget as Node | null)) setOpen(false);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the menu inside
    <div class="menu" ref={menu} onKeyDown={onKeyDown} onFocusOut={onFocusOut}>
      <ToolButton
        icon={icon}
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        // Safari does not focus buttons on a press: the menu would lose the focus and close before the click.
        <div class="items" role="menu" aria-label={label} onMouseDown={(event) => event.preventDefault()}>
          {items.map(({ icon: itemIcon, label: itemLabel, lang, onSelect }) => (
            <button
              key={itemLabel}
              type="button"
              role="menuitem"
              lang={lang}
              onClick={() => {
                close();
                onSelect();
              }}
            >
              <Icon name={itemIcon} />
              {itemLabel}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
