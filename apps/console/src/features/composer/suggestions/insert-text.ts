/** Writes into a field as if it were typed, in place of what is selected or of a range. */
export function insertText(field: HTMLTextAreaElement, text: string, range?: { from: number; to: number }) {
  if (field.readOnly) return;
  field.focus();
  if (range) field.setSelectionRange(range.from, range.to);
  // Nothing else leaves it to the browser to undo.
  if (text ? document.execCommand('insertText', false, text) : document.execCommand('delete')) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
