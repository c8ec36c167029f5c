import type { TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import { useTexts } from '../ui/texts.ts';

interface PictureProps {
  url: string;
  name: string;
  onOpen(): void;
  onFail(): void;
}

/** A picture in a box of fixed size, so that nothing moves when it loads. */
export function Picture({ url, name, onOpen, onFail }: PictureProps) {
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
