/** Presses what is on the screen and has this key, or gives it the focus if it is a field. Says whether there is such a thing. */
export function pressKey(key: string) {
  const named = document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
  const target = [...named].find((element) => element.checkVisibility());
  target?.focus();
  if (target && !target.matches('input, textarea')) target.click();
  return target !== undefined;
}
