import emoji from './composer/emoji.css?inline';
import lightbox from './content/lightbox.css?inline';
import stickers from './content/stickers.css?inline';
import forms from './forms/forms.css?inline';
import messengers from './messengers/messengers.css?inline';
import { addStylesheet } from './ui/stylesheets.ts';

// One bundle of what not every conversation needs, loaded on first use.
export { markdown } from '@parley/content';
export { EmojiPicker } from './composer/emoji-picker.tsx';
export { StickerPicker } from './composer/sticker-picker.tsx';
export { Lightbox } from './content/lightbox.tsx';
export { Sticker } from './content/stickers.tsx';
export { IntroForm } from './forms/intro-form.tsx';
export { OfflineForm } from './forms/offline-form.tsx';
export { Rating } from './forms/rating.tsx';
export { TranscriptForm } from './forms/transcript-form.tsx';
export { MessengerSheet } from './messengers/messenger-sheet.tsx';
export { MessengerStrip } from './messengers/messenger-strip.tsx';
export { describeOpening, officeHours } from './panel/office-hours.ts';

addStylesheet([forms, emoji, lightbox, stickers, messengers].join('\n'));
