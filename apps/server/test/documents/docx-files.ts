import { escapeMarkup } from './markup-files.ts';
import { makeZip, type ZipEntry } from './zip-files.ts';

/** A paragraph, with the style of its name if it has one, or a table. */
export type DocxPart = string | { style: string; text: string } | { table: string[][] };

const TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  '<Override PartName="/word/document.xml" ' +
  'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const RELATIONSHIPS =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" ' +
  'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>' +
  '</Relationships>';

export const DOCX_OPENING =
  '<?xml version="1.0" encoding="UTF-8"?>' +
  '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>';
export const DOCX_CLOSING = '</w:body></w:document>';

/** A Word document of these parts. */
export const makeDocx = (parts: DocxPart[]) => wrapDocx(`${DOCX_OPENING}${parts.map(xmlOf).join('')}${DOCX_CLOSING}`);

/** A Word document whose main part is this. */
export const wrapDocx = (xml: string | Buffer, entry: Partial<ZipEntry> = {}, more: ZipEntry[] = []) =>
  makeZip([
    { name: '[Content_Types].xml', content: TYPES },
    { name: '_rels/.rels', content: RELATIONSHIPS },
    { name: 'word/styles.xml', content: STYLES },
    { name: 'word/document.xml', content: xml, ...entry },
    ...more,
  ]);

const STYLE_NAMES = ['heading 1', 'heading 2', 'heading 3', 'Title'];
const idOf = (style: string) => style.replaceAll(' ', '');
const STYLES =
  '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">' +
  STYLE_NAMES.map(
    (name) => `<w:style w:type="paragraph" w:styleId="${idOf(name)}"><w:name w:val="${name}"/></w:style>`,
  ).join('') +
  '</w:styles>';

function xmlOf(part: DocxPart): string {
  if (typeof part === 'string') return paragraph(part);
  if ('text' in part) return paragraph(part.text, `<w:pPr><w:pStyle w:val="${idOf(part.style)}"/></w:pPr>`);
  const rows = part.table.map(
    (cells) => `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`,
  );
  return `<w:tbl>${rows.join('')}</w:tbl>`;
}

const paragraph = (text: string, properties = '') =>
  `<w:p>${properties}<w:r><w:t xml:space="preserve">${escapeMarkup(text)}</w:t></w:r></w:p>`;
