import { Select } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useImportTexts } from '../../locales/pages/import.ts';
import type { CsvTable } from '../csv/read-csv.ts';
import styles from './column-list.module.css';
import { ATTRIBUTE, type ColumnUse, canBeAttribute, IGNORED, type ImportFormat } from './import-format.ts';

interface ColumnListProps {
  table: CsvTable;
  format: ImportFormat;
  /** Names of the fields by key. */
  names: Record<string, string>;
  uses: ColumnUse[];
  onUse: (index: number, use: ColumnUse) => void;
}

const SAMPLES = 3;
const SAMPLED_ROWS = 100;

/** The columns of the file with some of their values, and what each is imported as. */
export function ColumnList({ table, format, names, uses, onUse }: ColumnListProps) {
  const texts = useImportTexts();
  const optionsOf = (heading: string, use: ColumnUse) => [
    { value: IGNORED, label: texts.ignore },
    ...(format.hasAttributes && canBeAttribute(heading)
      ? [{ value: ATTRIBUTE, label: texts.attribute(heading.trim()) }]
      : []),
    ...format.fields.map(({ key }) => ({
      value: key,
      label: names[key] ?? key,
      disabled: key !== use && uses.includes(key),
    })),
  ];
  return (
    <ul className={styles.columns} aria-label={texts.columns}>
      {table.header.cells.map((heading, index) => {
        const name = heading.trim() || texts.unnamed(index + 1);
        const use = uses[index] ?? IGNORED;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: headings may repeat, and columns don't move
          <li key={index} className={styles.column} data-ignored={use === IGNORED}>
            <div className={styles.words}>
              <span className={styles.name} dir="auto">
                {name}
              </span>
              <span className={styles.samples} dir="auto">
                {samplesOf(table, index).join(', ') || texts.noValues}
              </span>
            </div>
            <IconArrowRight size={16} stroke={1.75} aria-hidden className={styles.arrow} />
            <Select
              className={styles.use}
              aria-label={texts.importAs(name)}
              data={optionsOf(heading, use)}
              value={use}
              onChange={(chosen) => onUse(index, chosen ?? IGNORED)}
              allowDeselect={false}
              maxDropdownHeight={360}
            />
          </li>
        );
      })}
    </ul>
  );
}

function samplesOf({ rows }: CsvTable, index: number) {
  const values = rows.slice(0, SAMPLED_ROWS).flatMap(({ cells }) => cells[index]?.trim() || []);
  return [...new Set(values)].slice(0, SAMPLES);
}
