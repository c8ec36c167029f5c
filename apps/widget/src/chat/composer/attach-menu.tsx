import { useRef } from 'preact/hooks';
import type { Model } from '../model/model.ts';
import { MenuButton } from '../ui/menu-button.tsx';
import { useTexts } from '../ui/texts.ts';

/** Files, the location and stickers. */
export function AttachMenu({ model, onStickers }: { model: Model; onStickers(): void }) {
  const { composer } = useTexts();
  const files = useRef<HTMLInputElement>(null);

  function sendLocation() {
    model.page.navigator.geolocation?.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: lng } }) => model.sendMessage({ type: 'location', coords: { lat, lng } }),
      () => model.setNotice(composer.noLocation),
      { timeout: 15_000, maximumAge: 60_000 },
    );
  }

  return (
    <div class="attach">
      <MenuButton
        icon="attach"
        label={composer.attach}
        items={[
          { icon: 'file', label: composer.file, onSelect: () => files.current?.click() },
          { icon: 'pin', label: composer.location, onSelect: sendLocation },
          { icon: 'sticker', label: composer.stickers, onSelect: onStickers },
        ]}
      />
      <input
        ref={files}
        type="file"
        multiple
        class="hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ currentTarget }) => {
          for (const file of currentTarget.files ?? []) model.sendFile(file);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
