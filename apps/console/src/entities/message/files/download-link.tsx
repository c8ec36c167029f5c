import { IconDownload } from '@tabler/icons-react';
import { useTexts } from '../../../locales/locale.tsx';
import card from './card.module.css';

export function DownloadLink({ name, url }: { name: string; url: string }) {
  const { download } = useTexts().content;
  const label = { title: download, 'aria-label': `${download}: ${name}` };
  return (
    <a className={card.action} {...label} href={url} download={name} target="_blank" rel="noopener noreferrer">
      <IconDownload size={18} stroke={1.75} aria-hidden />
    </a>
  );
}
