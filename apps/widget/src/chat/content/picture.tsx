import type { TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import { useTexts } from '../ui/texts.ts';

interface Shown {
  url: string;
  name: string;
  onOpen(): void;
  onFail(): void;
}

/** A picture in a box of one size, so that nothing moves when it comes. */
export function Picture({ url, name, onOpen, onFail }: Shown) {
  const texts = useTexts();
  const [isSmall, setSmall] = useState(false);

  function measure({ currentTarget: picture }: TargetedEvent<HTMLImageElement>) {
    setSmall(picture.naturalWidth < picture.width && picture.naturalHeight < picture.height);
  }

  return (
    <button type="button" class={isSmall ? 'pic pic-small' : 'pic'} title={texts.content.openPicture} onClick={onOpen}>
      <img src={url} alt={name} decoding="async" onLoad={measure} onError={onFail} />
    </button>
  );
}
