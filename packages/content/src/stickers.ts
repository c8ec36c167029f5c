import type { VisitorMessage } from '@parley/contract';

export type StickerId = NonNullable<VisitorMessage['sticker']>['id'];

/** SVG attributes of a shape; `width` is the stroke width. */
interface Paint {
  fill: string;
  opacity?: number;
  stroke?: string;
  width?: number;
}

const TEAL = '#2cc4ae';
const INK = '#083b38';
/** A white outline, visible on any background. */
const outlined = (fill: string): Paint => ({ fill, stroke: '#fff', width: 5 });
const stroked = (stroke: string): Paint => ({ fill: 'none', stroke, width: 3.6 });

const paints = {
  line: stroked(INK),
  ink: { fill: INK },
  glint: { fill: '#fff' },
  red: { fill: '#ff6b7a' },
  tear: { fill: '#6cc8ff' },
  limb: outlined(TEAL),
  heart: outlined('#f43f5e'),
  hat: outlined('#8b5cf6'),
  confetti: stroked('#f7b32b'),
};

/** The round figure that all stickers share. */
const BODY: [path: string, paint: Paint][] = [
  ['M34 84a34 34 0 1 0-14-13q2 9-6 17 13 2 20-4z', outlined(TEAL)],
  ['M20 71a34 34 0 1 0 54-41q10 34-20 44-18 6-34-3z', { fill: '#0c8f80', opacity: 0.35 }],
  ['M24 57a5 4 0 1 0 10 0a5 4 0 1 0-10 0M62 57a5 4 0 1 0 10 0a5 4 0 1 0-10 0', { fill: '#ffa3ad', opacity: 0.9 }],
];

const EYES = 'M32 46a4 5.5 0 1 0 8 0a4 5.5 0 1 0-8 0M56 46a4 5.5 0 1 0 8 0a4 5.5 0 1 0-8 0';
const GLINTS = 'M36 44a2 2 0 1 0 4 0a2 2 0 1 0-4 0M60 44a2 2 0 1 0 4 0a2 2 0 1 0-4 0';
const HAPPY_EYES = 'M31 48q5-8 10 0M55 48q5-8 10 0';
const SMILE = 'M39 57q9 8 18 0';
const LAUGH = 'M36 57q12 4 24 0q0 15-12 15t-12-15z';
const TONGUE = 'M41 69q7-6 14 0q-3 3-7 3t-7-3z';

/** The other shapes of each sticker, by paint. */
const drawings: Record<StickerId, Partial<Record<keyof typeof paints, string>>> = {
  hello: {
    ink: EYES + LAUGH,
    glint: GLINTS,
    red: TONGUE,
    limb: 'M72 43l-5-9a3 3 0 0 1 6-3l2 4-3-14a3 3 0 0 1 7-1l2 12 1-14a3 3 0 0 1 7 1l-1 13 4-8a3 3 0 0 1 6 3l-6 17q-3 8-11 8t-9-9z',
  },
  thanks: {
    line: `${HAPPY_EYES}${SMILE}`,
    limb: 'M47 93V73c-1-5-5-4-6 0l-1 6-8 6q-2 8 4 8zM49 93V73c1-5 5-4 6 0l1 6 8 6q2 8-4 8z',
  },
  ok: {
    ink: 'M32 46a4 5.5 0 1 0 8 0a4 5.5 0 1 0-8 0',
    glint: 'M36 44a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
    line: `M55 48q5-8 10 0${SMILE}`,
    limb: 'M64 74q5-5 5-13 0-4 4-4 6 0 4 9l-1 4h9q5 0 4 5l-2 12q-1 5-6 5H69q-5 0-5-5z',
  },
  heart: {
    line: HAPPY_EYES + SMILE,
    heart: 'M48 93C30 84 28 69 38 68q7 0 10 7 3-7 10-7c10 1 8 16-10 25z',
  },
  laugh: {
    line: 'M31 41l9 5-9 5M65 41l-9 5 9 5',
    ink: LAUGH,
    red: TONGUE,
    tear: 'M24 50q-12 6-9 12 4 5 9-1 3-5 0-11zM72 50q12 6 9 12-4 5-9-1-3-5 0-11z',
  },
  sad: {
    ink: EYES,
    glint: GLINTS,
    line: 'M29 37q7 0 10-5M67 37q-7 0-10-5M40 68q8-8 16 0',
    tear: 'M64 54q9 10 0 14-9-4 0-14z',
  },
  wow: {
    ink: `${EYES}M41 65a7 8 0 1 0 14 0a7 8 0 1 0-14 0`,
    glint: GLINTS,
    line: 'M30 34q6-5 11-2M66 34q-6-5-11-2',
  },
  party: {
    line: HAPPY_EYES,
    ink: LAUGH,
    red: TONGUE,
    hat: 'M34 25L52 1l14 24q-16-9-32 0z',
    confetti: 'M14 22l5 5M82 18l-4 6M88 40l-6 1M8 42l5-2M74 6l1 5M22 8l4 3M52 1v1',
  },
};

/** The view box of a sticker. Strokes have round caps and are painted below the fill. */
export const STICKER_BOX = '0 -3 100 100';

/** The shapes of a sticker, bottom first. */
export function stickerShapes(id: StickerId): ({ path: string } & Paint)[] {
  const own = Object.entries(drawings[id]) as [keyof typeof paints, string][];
  const shapes = [...BODY, ...own.map(([paint, path]) => [path, paints[paint]] as const)];
  return shapes.map(([path, paint]) => ({ path, ...paint }));
}
