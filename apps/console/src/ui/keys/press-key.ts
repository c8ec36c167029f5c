/** Clicks the visible element with this shortcut, or focuses a field. Returns whether there is one. */
export function pressKey(key: string) {
  const named = document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
  const target = [...named].find((element) => element.checkVisibility());
  target?.focus();
  if (target && !target.matches('input, textarea')) target.click();
  return target !== undefined;
}
