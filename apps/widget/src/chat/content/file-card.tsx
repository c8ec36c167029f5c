import { fileIcon, fileSize, splitName } from '@parley/content';
import { useTexts } from '../ui/texts.ts';

interface FileCardProps {
  name: string;
  /** Media type; null when unknown. */
  type: string | null;
  size: number | null;
  /** Null while it cannot be downloaded. */
  url: string | null;
}

/** A file to download. */
export function FileCard({ name, type, size, url }: FileCardProps) {
  const texts = useTexts();
  const [head, tail] = splitName(name);
  const sizeText = size === null ? '' : fileSize(size, texts.locale);
  const inside = (
    <>
      <FileIcon name={name} type={type ?? ''} />
      <span class="file-text">
        <span class="hidden">{name}</span>
        <span class="file-name" dir="auto" aria-hidden="true">
          <span>{head}</span>
          <span>{tail}</span>
        </span>
        <small>
          <bdi>{sizeText}</bdi>
        </small>
      </span>
    </>
  );
  if (!url) return <div class="file">{inside}</div>;
  const title = `${texts.content.download}: ${name}`;
  return (
    <a class="file" href={url} download={name} target="_blank" rel="noopener noreferrer" title={title}>
      {inside}
    </a>
  );
}

function FileIcon({ name, type }: { name: string; type: string }) {
  const { color, extension } = fileIcon(name, type);
  return (
    <svg class="file-icon" viewBox="0 0 36 44" fill="#fff" aria-hidden="true">
      <path fill={color} d="M6 0h18l12 12v26a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6V6a6 6 0 0 1 6-6z" />
      <path opacity=".45" d="M24 0l12 12h-8a4 4 0 0 1-4-4z" />
      {extension ? (
        <text x="18" y="33" text-anchor="middle">
          {extension}
        </text>
      ) : (
        <path d="M9 20h18v3H9zM9 27h18v3H9zM9 34h10v3H9z" />
      )}
    </svg>
  );
}
