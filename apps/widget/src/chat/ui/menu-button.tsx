import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icons.tsx';
import { ToolButton } from './tool-button.tsx';

export interface MenuItem {
  icon: IconName;
  label: string;
  /** Where it is not that of the widget. */
  lang?: string;
  act(): void;
}

/** A button with a few things to choose from. */
export function MenuButton({ icon, label, items }: { icon: IconName; label: string; items: MenuItem[] }) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const entries = () => [...(place.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  useLayoutEffect(() => {
    if (isOpen) entries()[0]?.focus();
  }, [isOpen]);

  function close() {
    setOpen(false);
    place.current?.querySelector('button')?.focus();
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
    if (!place.current?.contains(relatedTarget as Node | null)) setOpen(false);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the menu within
    <div class="menu" ref={place} onKeyDown={onKeyDown} onFocusOut={onFocusOut}>
      <ToolButton
        icon={icon}
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        // A press must not take the focus away: some browsers give it to no button, and the menu would be gone before the click.
        <div class="items" role="menu" aria-label={label} onMouseDown={(event) => event.preventDefault()}>
          {items.map(({ icon: drawing, label: name, lang, act }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              lang={lang}
              onClick={() => {
                close();
                act();
              }}
            >
              <Icon name={drawing} />
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
