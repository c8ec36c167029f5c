import { type DomElement, isElement, isHidden, nameOf, textOf, walk } from './dom.ts';
import type { Row } from './tables.ts';

const MAX_SPAN = 100;

/** The rows of a table, or undefined for one that only arranges the page: it contains tables, headings or lists. */
export function rowsOf(table: DomElement): Row[] | undefined {
  if (/^(?:presentation|none)$/.test(table.getAttribute('role') ?? '')) return undefined;
  const rows: { element: DomElement; isInHead: boolean }[] = [];
  let head = 0;
  let isLayout = false;
  walk(table, {
    enter(node) {
      if (isLayout || !isElement(node) || (node !== table && isHidden(node))) return false;
      const name = nameOf(node);
      if (name === 'thead') head += 1;
      if (name === 'tr') rows.push({ element: node, isInHead: head > 0 });
      if ((node !== table && name === 'table') || /^(?:h[1-6]|ul|ol|dl)$/.test(name)) isLayout = true;
      return true;
    },
    leave(node) {
      if (nameOf(node) === 'thead') head -= 1;
    },
  });
  return isLayout ? undefined : readRows(rows);
}

function readRows(rows: { element: DomElement; isInHead: boolean }[]) {
  /** Cells that reach down from rows above: their text, and how many rows they still cover. */
  let spanning: ({ text: string; rows: number } | undefined)[] = [];
  return rows.map(({ element, isInHead }, index): Row => {
    const cells: string[] = [];
    const next: typeof spanning = [];
    const takeSpanning = () => {
      for (let above = spanning[cells.length]; above; above = spanning[cells.length]) {
        if (above.rows > 1) next[cells.length] = { text: above.text, rows: above.rows - 1 };
        cells.push(above.text);
      }
    };
    const own = cellsOf(element);
    for (const cell of own) {
      takeSpanning();
      const text = textOf(cell);
      const below = spanOf(cell, 'rowspan');
      for (let count = spanOf(cell, 'colspan'); count > 0; count -= 1) {
        if (below > 1) next[cells.length] = { text, rows: below - 1 };
        cells.push(text);
      }
    }
    takeSpanning();
    spanning = next;
    const names = own.map(nameOf);
    // The end of a head is often left out, so that only its first row is sure to belong to it.
    const isHeader = (isInHead && index === 0) || (names.length > 0 && names.every((name) => name === 'th'));
    return { cells, isHeader, isNamed: !isHeader && names[0] === 'th' };
  });
}

function cellsOf(row: DomElement) {
  const cells: DomElement[] = [];
  for (let node = row.firstChild; node; node = node.nextSibling) {
    if (isElement(node) && /^t[dh]$/.test(nameOf(node)) && !isHidden(node)) cells.push(node);
  }
  return cells;
}

function spanOf(cell: DomElement, name: 'colspan' | 'rowspan') {
  const span = Number(cell.getAttribute(name) ?? 1);
  return Number.isInteger(span) && span > 1 ? Math.min(span, MAX_SPAN) : 1;
}
