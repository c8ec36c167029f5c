/** Endings of inflected words, by alphabet, the longest that fits first. Few are enough: what is left need not be a word. */
const CYRILLIC = endings(
  'иями ями ами иях ях ах ого его ому ему ыми ими ться тся ешь ишь ете ите ать ять еть ить уть али яли или ели ала яла ила ела',
  'ало ило ует ают яют еют ает яет еет ный ная ное ные ной ных ным ном иям ием ов ев ей ий ый ой ая яя ое ее ые ие ым им ом ем',
  'ам ям ую юю ть ет ит ат ят ут ют ал ил ел ия ии ию ь ы и а я о е у ю й',
);
const ENGLISH = endings('ings ing ies ied ers ed es er ly s e y');
const GERMAN = endings('ungen ern en er em es e n s t st et te ten test');

const IS_CYRILLIC = /\p{Script=Cyrillic}/u;
/** Those of article numbers and the like are no endings. */
const HAS_DIGIT = /\p{N}/u;
const LONGEST_WHOLE = 4;
const SHORTEST_STEM = 3;

/** A folded word without its ending: forms of one word become the same. */
export function stem(word: string) {
  if (word.length <= LONGEST_WHOLE || HAS_DIGIT.test(word)) return word;
  const rest = IS_CYRILLIC.test(word) ? word.replace(CYRILLIC, '') : word.replace(ENGLISH, '').replace(GERMAN, '');
  return rest.length < SHORTEST_STEM ? word : rest;
}

function endings(...lists: string[]) {
  const all = lists.join(' ').split(' ');
  return new RegExp(`(?:${all.toSorted((a, b) => b.length - a.length).join('|')})$`, 'u');
}
