const HUES = 12;

/** A picture, or initials on a colour derived from the name. */
export function Avatar({ name, url }: { name: string | null; url?: string | null }) {
  if (url) return <img class="avatar" src={url} alt="" />;
  const words = (name ?? '').trim().split(/\s+/).slice(0, 2);
  const letters = words.map((word) => String.fromCodePoint(word.codePointAt(0) ?? 32)).join('');
  const hue = ([...(name ?? '')].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % HUES) * (360 / HUES);
  return (
    <span class="avatar" style={{ background: `hsl(${hue} 42% 38%)` }} aria-hidden="true">
      {letters.toUpperCase()}
    </span>
  );
}
