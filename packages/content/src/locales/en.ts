import type { Names } from '../names.ts';

export const en: Names = {
  emoji: {
    title: 'Emoji',
    recent: 'Recent',
    smileys: 'Faces',
    gestures: 'Hands',
    hearts: 'Hearts',
    nature: 'Nature',
    food: 'Food',
    things: 'Things',
  },
  stickers: {
    hello: 'Hello',
    thanks: 'Thank you',
    ok: 'OK',
    heart: 'Heart',
    laugh: 'Laughing',
    sad: 'Sad',
    wow: 'Wow',
    party: 'Hooray',
  },
};
