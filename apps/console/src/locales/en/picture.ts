export const picture = {
  choose: 'Choose a picture',
  remove: 'Remove',
  rule: 'JPEG, PNG, GIF or WebP, cropped to a square.',
  unreadable: 'This file isn’t a readable image. Choose a JPEG, PNG, GIF or WebP.',
};
