import { IconPaperclip } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import { ToolButton } from '../../../ui/controls/tool-button.tsx';

export function AttachButton({ onFiles }: { onFiles: (files: FileList) => void }) {
  const { composer: texts } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <ToolButton label={texts.attach} icon={IconPaperclip} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          if (currentTarget.files) onFiles(currentTarget.files);
          // Lets the same file be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
