import { useState } from 'preact/hooks';
import type { Content } from '../model/content.ts';
import { useTexts } from '../ui/texts.ts';
import { FileCard } from './file-card.tsx';
import { Picture } from './picture.tsx';

interface AttachmentProps {
  message: Pick<Content, 'type' | 'file' | 'url' | 'name'>;
  onOpenPicture(url: string, name: string): void;
}

/** A picture, or a file; a picture that fails to load is shown as a file. */
export function Attachment({ message: { type, file, url, name }, onOpenPicture }: AttachmentProps) {
  const texts = useTexts();
  // By URL, since a new one may work after the old one has expired.
  const [failedUrl, setFailedUrl] = useState<string>();
  const displayName = name ?? file?.name ?? (type === 'image' ? texts.content.picture : texts.content.download);
  if (type !== 'image' || !url || url === failedUrl) {
    return <FileCard name={displayName} type={file?.type ?? null} size={file?.size ?? null} url={url} />;
  }
  return (
    <Picture
      url={url}
      name={displayName}
      onOpen={() => onOpenPicture(url, displayName)}
      onFail={() => setFailedUrl(url)}
    />
  );
}
