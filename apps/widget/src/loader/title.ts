let mark = '';

/** The title without our mark. */
export function ownTitle() {
  const { title } = document;
  return title.indexOf(mark) === 0 ? title.slice(mark.length) : title;
}

/** Shows the number of unread messages in the title. */
export function markTitle(count: number) {
  const own = ownTitle();
  mark = count > 0 ? `(${count}) ` : '';
  if (document.title !== mark + own) document.title = mark + own;
}
