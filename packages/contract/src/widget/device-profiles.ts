import { type Static, type TOptional, type TProperties, type TUnsafe, Type } from 'typebox';
import { doc, nullable } from '../route/schemas.ts';
import { positions } from './config.ts';
import { deviceDefaults } from './rendering/device-defaults.ts';
import { clearable, orNull } from './setting-kinds.ts';

const PREFIX = 'service-position-widget-in-page-';
export const positionNames = positions.map((place) => `${PREFIX}${place}` as const);
type PositionName = (typeof positionNames)[number];

/** Seconds until the launcher appears. */
export const revealDelays = [0, 30, 60, 90, 180] as const;
/** Seconds until the chat opens by itself; 0: never. */
export const openDelays = [0, 15, 30, 60, 90] as const;

const pixels = () => Type.Integer({ minimum: 0, maximum: 9_999 });
const seconds = (values: readonly number[]) => Type.Unsafe<number>({ type: 'integer', enum: values });

/** Values that can differ by device. */
const leaves = {
  launcher_size_px: doc('Size of the launcher in pixels; 100 by default.', Type.Integer({ minimum: 44, maximum: 160 })),
  launcher_offset_x_px: doc('Horizontal distance of the launcher from the edge, in pixels; 20 by default.', pixels()),
  launcher_offset_y_px: doc('Vertical distance of the launcher from the edge, in pixels; 20 by default.', pixels()),
  chat_offset_x_px: doc('Additional horizontal distance of the chat, in pixels; 0 by default.', pixels()),
  chat_offset_y_px: doc('Additional vertical distance of the chat, in pixels; 0 by default.', pixels()),
  launcher_reveal_delay_sec: doc('Seconds until the launcher appears; 0 by default.', seconds(revealDelays)),
  auto_open_delay_sec: doc('Seconds until the chat opens by itself; 0: never.', seconds(openDelays)),
  show_signature: doc('Whether "Powered by" is shown; by default as `widget_show_copyright` says.', Type.Boolean()),
  show_logo: doc('Whether the logo is shown; true by default.', Type.Boolean()),
  position: doc(
    'Corner of the page; bottom right by default.',
    Type.Unsafe<PositionName>({ type: 'string', enum: positionNames }),
  ),
};

/** Aliases, accepted and never returned. */
export const profileAliases = {
  widget_button_freeze: 'launcher_reveal_delay_sec',
  widget_button_open: 'auto_open_delay_sec',
} as const;

const names = Object.entries(profileAliases);
const aliases = Object.fromEntries(
  names.map(([alias, name]) => [alias, doc(`Alias of \`${name}\`.`, leaves[name])]),
) as {
  [Alias in keyof typeof profileAliases]: (typeof leaves)[(typeof profileAliases)[Alias]];
};

/** Null removes a value. An alias and its value cannot be sent together. */
const GivenProfile = Type.Object(removable({ ...leaves, ...aliases }), {
  additionalProperties: false,
  allOf: names.map(([alias, name]) => ({
    if: { type: 'object', required: [name] },
    // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema
    then: { type: 'object', properties: { [alias]: false } },
  })),
});
const Profile = Type.Partial(Type.Object(leaves));
export type Profile = Static<typeof Profile>;

const about =
  'Overrides for phones (up to 480 px wide) and wider screens. Merges deeply: null removes one value, or all of them at the root. Ignored until enabled. A missing value is that of effective_default, except that the launcher appears immediately and show_signature follows widget_show_copyright.';

const examples = [{ version: 1, enabled: true, desktop: { launcher_size_px: 64 }, mobile: { show_signature: false } }];

const Given = Type.Object(
  {
    version: doc('Always 1.', Type.Optional(Type.Unsafe<1>({ type: 'integer', enum: [1] }))),
    enabled: doc('Whether the profiles apply; false keeps them for later.', Type.Optional(Type.Boolean())),
    desktop: doc('Overrides for screens of 481 pixels and wider. Null removes a value.', Type.Optional(GivenProfile)),
    mobile: doc('Overrides for screens of up to 480 pixels. Null removes a value.', Type.Optional(GivenProfile)),
  },
  { additionalProperties: false, description: about, examples },
);
export type GivenProfiles = Static<typeof Given>;

const Profiles = Type.Object(
  {
    version: doc('Always 1.', Type.Unsafe<1>({ type: 'integer', enum: [1] })),
    enabled: doc('Whether the profiles apply.', Type.Boolean()),
    desktop: doc('Overrides for screens of 481 pixels and wider.', Profile),
    mobile: doc('Overrides for screens of up to 480 pixels.', Profile),
  },
  { description: about, examples },
);
export type Profiles = Static<typeof Profiles>;

export const deviceProfiles = clearable(
  { given: nullable(Given), shown: nullable(Profiles) },
  { rendered: { version: 1, enabled: false, desktop: deviceDefaults, mobile: deviceDefaults }, merges: true },
);

type Removable<Leaves extends TProperties> = {
  [Name in keyof Leaves]: TOptional<TUnsafe<Static<Leaves[Name]> | null>>;
};

function removable<Leaves extends TProperties>(members: Leaves) {
  const entries = Object.entries(members).map(
    ([name, { description, ...leaf }]: [string, { description?: string }]) => [
      name,
      Type.Optional(Type.Unsafe({ ...orNull(leaf), description })),
    ],
  );
  return Object.fromEntries(entries) as Removable<Leaves>;
}
