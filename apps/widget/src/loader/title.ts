let mark = '';

/** The title of the page as the page itself wrote it. */
export function ownTitle() {
  const { title } = document;
  return mark && title.indexOf(mark) === 0 ? title.slice(mark.length) : title;
}

/** Shows in the title how many messages wait, and takes it back. */
export function markTitle(count: number) {
  const own = ownTitle();
  mark = count > 0 ? `(${count}) ` : '';
  if (document.title !== mark + own) document.title = mark + own;
}
