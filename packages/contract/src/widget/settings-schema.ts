import type { Static } from 'typebox';
import { outputSchema } from '../openapi/components.ts';
import type { Setting } from './setting-kinds.ts';
import { WidgetSettings, widgetSettings } from './settings.ts';
import { type SettingDescription, type WidgetSettingsSchema, widget } from './widget.ts';

interface Schema {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

type Description = Static<typeof SettingDescription>;

/** Describes the settings from the schema that validates changes. */
export function describeSettings(): Static<typeof WidgetSettingsSchema> {
  const taken: Record<string, object> = widget.updateSettings.body.properties;
  const fields = Object.entries<object>(WidgetSettings.properties).map(([name, shown]) => {
    const given = taken[name];
    return [
      name,
      given ? describeWritable(given, widgetSettings[name as keyof typeof widgetSettings]) : describeReadOnly(shown),
    ];
  });
  return { schema_version: 1, fields: Object.fromEntries(fields) };
}

function describeWritable(given: object, { unset, rendered, catalog, merges }: Setting): Description {
  const rules: Schema = outputSchema(given);
  const nullable = typesOf(rules).includes('null');
  return {
    ...constraintsOf(rules),
    readonly: false,
    nullable,
    default: unset,
    default_semantics: nullable ? 'absent' : 'normalized',
    effective_default: rendered,
    validation_rules: rules,
    patch_semantics:
      `${merges ? 'merge' : 'replace'}_null_${nullable ? 'removes' : 'refused'}` as Description['patch_semantics'],
    ...(catalog && { catalog_url: catalog }),
  };
}

function describeReadOnly(shown: object): Description {
  return {
    ...constraintsOf(outputSchema(shown)),
    readonly: true,
    nullable: false,
    default: null,
    default_semantics: 'computed',
    effective_default: null,
    // JSON Schema that no value satisfies.
    validation_rules: { not: {} },
    patch_semantics: 'refused',
  };
}

/** Constraints of a value, without those of nested members. */
function constraintsOf(rules: Schema) {
  const [type = 'object', ...others] = typesOf(rules).filter((each) => each !== 'null');
  const alternatives = rules.anyOf ?? [rules];
  const values = alternatives.flatMap((each) => each.enum ?? []);
  const { pattern, minimum, maximum, maxLength, minItems, maxItems }: Schema = Object.assign({}, ...alternatives);
  const said = {
    description: rules.description,
    enum: values.length ? values : undefined,
    pattern: pattern && toPcre(pattern),
    minimum,
    maximum,
    max_length: maxLength,
    min_items: minItems,
    max_items: maxItems,
  };
  const known = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  return { type: others.length ? [type, ...others] : type, ...(known as typeof said) };
}

function typesOf({ type, anyOf = [] }: Schema): string[] {
  return type ? [type].flat() : anyOf.flatMap(typesOf);
}

/** In PHP `$` also matches before a trailing line feed. */
function toPcre(pattern: string) {
  return `/${pattern.replaceAll('/', '\\/').replace(/\$$/, '(?!\\n)$')}/u`;
}
