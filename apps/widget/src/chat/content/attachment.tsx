import { useState } from 'preact/hooks';
import type { Content } from '../model/content.ts';
import { useTexts } from '../ui/texts.ts';
import { FileCard } from './file-card.tsx';
import { Picture } from './picture.tsx';

interface Shown {
  message: Pick<Content, 'type' | 'file' | 'url' | 'name'>;
  onOpenPicture(url: string, name: string): void;
}

/** A picture, or a file; a picture that can not be shown is a file like others. */
export function Attachment({ message: { type, file, url, name }, onOpenPicture }: Shown) {
  const texts = useTexts();
  // The address: a new one may do where an old one has expired.
  const [failed, setFailed] = useState<string>();
  const shownName = name ?? file?.name ?? (type === 'image' ? texts.content.picture : texts.content.download);
  if (type !== 'image' || !url || url === failed) {
    return <FileCard name={shownName} type={file?.type ?? null} size={file?.size ?? null} url={url} />;
  }
  return (
    <Picture url={url} name={shownName} onOpen={() => onOpenPicture(url, shownName)} onFail={() => setFailed(url)} />
  );
}
