import lightbox from './content/lightbox.css?inline';
import stickers from './content/stickers.css?inline';
import emoji from './emoji/emoji.css?inline';
import { adopt } from './sheets.ts';
import forms from './styles/forms.css?inline';

// What not every conversation needs, in one file that is fetched when the first of it is.
export { markdown } from '@parley/content';
export { AwayForm } from './away-form.tsx';
export { Lightbox } from './content/lightbox.tsx';
export { Sticker } from './content/stickers.tsx';
export { EmojiPicker } from './emoji/emoji-picker.tsx';
export { describeOpening, officeHours } from './hours.ts';
export { IntroForm } from './intro-form.tsx';
export { Rating } from './rating.tsx';
export { StickerPicker } from './sticker-picker.tsx';
export { TranscriptForm } from './transcript-form.tsx';

adopt([forms, emoji, lightbox, stickers].join('\n'));
