/** White text has a contrast of 4.5 on it; the server uses the same limit. */
const MAX_LUMINANCE = 1.05 / 4.5 - 0.05;

/** Sets the accent colour; false for what is no colour of six hex digits. */
export function paint(color: unknown) {
  const [digits] = /^[\da-f]{6}$/i.exec(String(color).replace('#', '')) ?? [];
  const widget = document.querySelector('service-widget')?.shadowRoot?.querySelector<HTMLElement>('.widget');
  if (!digits || !widget) return false;
  widget.style.setProperty('--accent', `#${digits}`);
  widget.style.setProperty('--on-accent', luminance(digits) <= MAX_LUMINANCE ? '#fff' : '#000');
  return true;
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(digits: string) {
  const part = (at: number) => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4);
}
