import { useState } from 'react';
import { useTexts } from '../locales/locale.tsx';
import type { Content } from './content.ts';
import { FileCard } from './file-card.tsx';
import { Picture } from './picture.tsx';

interface AttachmentProps {
  message: Content;
  onOpenPicture: (() => void) | undefined;
}

/** A picture, or a file; one that can not be fetched any more is a card with its name. */
export function Attachment({ message: { type, file, url, name }, onOpenPicture }: AttachmentProps) {
  const { content } = useTexts();
  // The address: a new one may do where an old one has expired.
  const [failed, setFailed] = useState<string>();
  const shownName = name ?? file?.name ?? (type === 'image' ? content.picture : content.file);
  const fail = () => setFailed(url ?? undefined);
  if (!url || url === failed) return <FileCard name={shownName} file={file} url={null} />;
  if (type === 'image') return <Picture name={shownName} url={url} onOpen={onOpenPicture} onFail={fail} />;
  return <FileCard name={shownName} file={file} url={url} onFail={fail} />;
}
