/** Whether a key press belongs to a field, a menu, a dialog or the browser. */
export function isTyping(event: KeyboardEvent) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  const target = event.target as HTMLElement | null;
  return Boolean(target?.closest('input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]'));
}
