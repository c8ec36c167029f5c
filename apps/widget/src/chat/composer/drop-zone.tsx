import { useState } from 'preact/hooks';
import type { Model } from '../model/model.ts';
import { useTexts } from '../ui/texts.ts';

/** Sends files dropped on the panel while the composer is usable. The browser never opens them. */
export function useFileDrop(model: Model) {
  const [isOver, setOver] = useState(false);

  function handle(event: DragEvent, act: (files: FileList) => void) {
    const { dataTransfer } = event;
    if (!dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    if (model.root.querySelector('.inside:not([inert]) .composer')) act(dataTransfer.files);
  }

  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => handle(event, () => setOver(true)),
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) =>
        handle(event, (files) => {
          setOver(false);
          for (const file of files) model.sendFile(file);
        }),
    },
  };
}

export function DropOverlay() {
  return <div class="drop">{useTexts().composer.drop}</div>;
}
