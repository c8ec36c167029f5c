import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { bytes, id, instant } from '../../../infra/postgres/columns.ts';
import { agents } from '../../account/agents/tables.ts';
import { widgets } from '../../account/widgets/tables.ts';

/** Signs of a vector, a bit a dimension. */
const bits = customType<{ data: string }>({ dataType: () => 'bit varying' });

/** Texts that the AI can answer from. Each has a row in `kb_words`, and one in `kb_vectors` once it is embedded. */
export const kbRules = pgTable(
  'kb_rules',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    /** The only AI operator who uses it; null for all. */
    operator_id: id(),
    content: text().notNull(),
    /** Of the content: tells whether a text has changed since it was embedded. */
    hash: bytes().notNull(),
    doc_id: text(),
    /** `manual`, `crawler`, `upload:<id>`, `template:<slug>` or `wish`. */
    source: text().notNull(),
    source_label: text(),
    source_ref: text(),
    source_is_managed: boolean().notNull().default(false),
    chunk_index: integer(),
    token_count: integer().notNull(),
    used_30d: integer().notNull().default(0),
    last_used_at: instant(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    foreignKey({ columns: [table.widget_id, table.operator_id], foreignColumns: [agents.widget_id, agents.id] }),
    index('kb_rules_source').on(table.widget_id, table.source, table.source_ref, table.id),
    index('kb_rules_operator')
      .on(table.widget_id, table.operator_id, table.id)
      .where(sql`${table.operator_id} IS NOT NULL`),
    index('kb_rules_doc').on(table.widget_id, table.doc_id, table.id).where(sql`${table.doc_id} IS NOT NULL`),
  ],
);

/** What a rule is found by in words. Terms are hashes that have the widget in them, so that each tenant has its own. */
export const kbWords = pgTable(
  'kb_words',
  {
    widget_id: id().notNull(),
    rule_id: id().notNull(),
    /** Distinct words without their endings, and ideographs, in numeric order. */
    words: bigint({ mode: 'bigint' }).array().notNull(),
    /** How often the text has each word. */
    counts: smallint().array().notNull(),
    /** Terms of the text, repeated ones too. */
    length: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.rule_id] }),
    foreignKey({ columns: [table.widget_id, table.rule_id], foreignColumns: [kbRules.widget_id, kbRules.id] }).onDelete(
      'cascade',
    ),
    index('kb_words_terms').using('gin', table.words),
  ],
);

/** Words as rules write them, which misspelt words of a question, and parts of words, are compared with. Those of no rule are pruned by a job. */
export const kbForms = pgTable(
  'kb_forms',
  {
    widget_id: id().notNull(),
    /** Folded. */
    form: text().notNull(),
    /** Without its ending, as in `kb_words`. */
    word: bigint({ mode: 'bigint' }).notNull(),
    /** Runs of three letters, with the widget in them. */
    trigrams: bigint({ mode: 'bigint' }).array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.form] }),
    index('kb_forms_trigrams').using('gin', table.trigrams),
  ],
);

/** In how many rules of a widget a word is. A trigger on `kb_words` counts. */
export const kbWordCounts = pgTable(
  'kb_word_counts',
  {
    widget_id: id().notNull(),
    word: bigint({ mode: 'bigint' }).notNull(),
    rules: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.widget_id, table.word] })],
);

/** What a rule is found by in meaning. */
export const kbVectors = pgTable(
  'kb_vectors',
  {
    widget_id: id().notNull(),
    rule_id: id().notNull(),
    model: text().notNull(),
    dimensions: integer().notNull(),
    /** On which side of the mean of its space the vector lies, in each dimension: narrow enough to compare all. */
    signature: bits().notNull(),
    /** 16-bit floats of a vector of length 1, stored apart from the row. */
    vector: bytes().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.rule_id] }),
    foreignKey({ columns: [table.widget_id, table.rule_id], foreignColumns: [kbRules.widget_id, kbRules.id] }).onDelete(
      'cascade',
    ),
  ],
);

/** Vectors of one model in one widget. */
export const kbSpaces = pgTable(
  'kb_spaces',
  {
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    model: text().notNull(),
    dimensions: integer().notNull(),
    /** What signatures are taken around, 16-bit floats; null for zero. */
    mean: bytes(),
    /** How many vectors the mean was taken of. */
    mean_of: integer().notNull().default(0),
    /** Vectors stored since: another mean is due when they are as many. */
    written: integer().notNull().default(0),
    /** Raised with each new mean: the signatures belong to it. */
    revision: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.widget_id, table.model, table.dimensions] })],
);

/** One row per widget that has or had rules. A trigger on `kb_words` counts. */
export const kbStates = pgTable(
  'kb_states',
  {
    widget_id: id()
      .primaryKey()
      .references(() => widgets.id),
    rules: integer().notNull().default(0),
    /** Words of all rules together. */
    length: doublePrecision().notNull().default(0),
    /** What rules are embedded with; null without a credential. */
    embedding_model: text(),
    /** When rules without a vector of that model are embedded next: its lease while they are; null if there are none. */
    embed_due_at: instant(),
    embed_leases: integer().notNull().default(0),
    embed_failures: integer().notNull().default(0),
  },
  (table) => [index('kb_states_due').on(table.embed_due_at).where(sql`${table.embed_due_at} IS NOT NULL`)],
);

/** What a crawl changed, kept so that it can be taken back without the provider. */
export const kbReplacedRules = pgTable(
  'kb_replaced_rules',
  {
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    run_id: id().notNull(),
    rule_id: id().notNull(),
    /** `moved`: only its place on the page is another. */
    change: text({ enum: ['created', 'removed', 'moved'] }).notNull(),
    replaced_at: instant().notNull(),
    chunk_index: integer(),
    // The rest of a removed rule.
    content: text(),
    doc_id: text(),
    source: text(),
    source_label: text(),
    source_ref: text(),
    source_is_managed: boolean(),
    used_30d: integer(),
    last_used_at: instant(),
    created_at: instant(),
    model: text(),
    vector: bytes(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.run_id, table.rule_id] }),
    index('kb_replaced_rules_age').on(table.replaced_at),
  ],
);
