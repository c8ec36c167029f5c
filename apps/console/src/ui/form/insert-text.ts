/** Inserts text as if typed, replacing the selection or a range. */
export function insertText(
  field: HTMLTextAreaElement | HTMLInputElement,
  text: string,
  range?: { from: number; to: number },
) {
  if (field.readOnly) return;
  field.focus();
  if (range) field.setSelectionRange(range.from, range.to);
  // The only way that keeps the browser's undo history.
  if (text ? document.execCommand('insertText', false, text) : document.execCommand('delete')) return;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
