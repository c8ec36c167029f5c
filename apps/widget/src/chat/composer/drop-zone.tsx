import { useState } from 'preact/hooks';
import type { Model } from '../model/model.ts';
import { useTexts } from '../ui/texts.ts';

/** Files that are dropped anywhere on the panel are sent, where something can be. The browser opens none of them. */
export function useFileDrop(model: Model) {
  const [isOver, setOver] = useState(false);

  function take(event: DragEvent, act: (files: FileList) => void) {
    const { dataTransfer } = event;
    if (!dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    if (model.root.querySelector('.inside:not([inert]) .composer')) act(dataTransfer.files);
  }

  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => take(event, () => setOver(true)),
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) =>
        take(event, (files) => {
          setOver(false);
          for (const file of files) model.sendFile(file);
        }),
    },
  };
}

export function DropOverlay() {
  return <div class="drop">{useTexts().composer.drop}</div>;
}
