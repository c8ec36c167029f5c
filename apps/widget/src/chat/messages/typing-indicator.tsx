import { useTexts } from '../ui/texts.ts';

export function TypingIndicator({ name }: { name: string | null }) {
  const texts = useTexts();
  return (
    <div class="said theirs last">
      <div class="by" />
      <div class="bubble theirs typing" role="status">
        <span class="hidden">{name ? `${name} ${texts.typing}` : texts.someoneTyping}</span>
        <i />
        <i />
        <i />
      </div>
    </div>
  );
}
