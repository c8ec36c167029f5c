import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import type { Content } from '../content.ts';
import { FileCard } from '../files/file-card.tsx';
import { Picture } from '../files/picture.tsx';
import { AudioPlayer } from '../player/audio-player.tsx';
import { Video } from '../player/video.tsx';

interface AttachmentProps {
  message: Content;
  onOpenPicture: (() => void) | undefined;
}

/** A picture, a player or a file card. A file that can't be loaded is a card with its name. */
export function Attachment({ message: { type, file, url, name }, onOpenPicture }: AttachmentProps) {
  const { content } = useTexts();
  // Keyed by URL: a refreshed URL may load where an expired one failed.
  const [failed, setFailed] = useState<string>();
  useWindowEvent('online', () => setFailed(undefined));
  const shownName = name ?? file?.name ?? (type === 'image' ? content.picture : content.file);
  if (!url || url === failed) return <FileCard name={shownName} file={file} url={null} />;
  const shown = { name: shownName, url, onFail: () => setFailed(url) };
  if (type === 'image') return <Picture {...shown} onOpen={onOpenPicture} />;
  return <PlayedFile key={url} {...shown} file={file} />;
}

interface PlayedFileProps {
  name: string;
  file: Content['file'];
  url: string;
  onFail: () => void;
}

/** Falls back to a file card if the browser can't play it. */
function PlayedFile({ file, ...shown }: PlayedFileProps) {
  const [isStrange, setStrange] = useState(false);
  const kind = isStrange ? undefined : file?.type.split('/')[0];
  const played = { ...shown, onStrange: () => setStrange(true) };
  if (file && kind === 'audio') return <AudioPlayer {...played} file={file} />;
  if (file && kind === 'video') return <Video {...played} file={file} />;
  return <FileCard {...shown} file={file} />;
}
