// Finds operations, problems and parts of guides. The index is loaded when the search is first used.
const MOST = 12;
const search = document.createElement('search');
search.innerHTML = `<input type="search" role="combobox" aria-label="Search" placeholder="Search" aria-expanded="false"
  aria-controls="found" aria-autocomplete="list" aria-keyshortcuts="/" autocomplete="off" spellcheck="false"><kbd>/</kbd>
<div class="found" hidden><ul id="found" role="listbox" aria-label="Search results"></ul><p role="status"></p></div>`;
document.querySelector('.doors').after(search);

const input = search.querySelector('input');
const panel = search.querySelector('.found');
const list = search.querySelector('ul');
const status = search.querySelector('p');
let index;
let chosen = -1;

async function loadIndex() {
  index ??= fetch('/docs/search.json')
    .then((response) => response.json())
    .then((entries) =>
      entries.map(([url, kind, title, text]) => {
        const [lowKind, lowTitle, lowText] = [kind, title, text].map((each) => each.toLowerCase());
        return { url, kind, title, text, lowKind, lowTitle, lowText };
      }),
    );
  index.catch(() => {
    index = undefined;
  });
  return index;
}

const isWordAt = (text, place) => place === 0 || !/[\p{L}\p{N}]/u.test(text[place - 1]);

/** How well a place of the word counts: at the beginning of a word for twice as much. */
function weigh(text, word, weight) {
  for (let place = text.indexOf(word); place >= 0; place = text.indexOf(word, place + 1)) {
    if (isWordAt(text, place)) return 2 * weight;
  }
  return text.includes(word) ? weight : 0;
}

/** 0 unless every word is found. */
function rate({ lowKind, lowTitle, lowText }, query, words) {
  let sum = 0;
  for (const word of words) {
    const best = Math.max(weigh(lowTitle, word, 8), weigh(lowKind, word, 4), weigh(lowText, word, 1));
    if (!best) return 0;
    sum += best;
  }
  const whole = lowTitle === query ? 20 : lowTitle.startsWith(query) ? 8 : lowText.includes(query) ? 4 : 0;
  return sum / words.length + whole;
}

async function update() {
  const query = input.value.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (!query) return close();
  let entries;
  try {
    entries = await loadIndex();
  } catch {
    return show([], 'The search could not be loaded. Try again.');
  }
  // Typing goes on while the index is loaded.
  if (query !== input.value.trim().toLowerCase().replaceAll(/\s+/g, ' ')) return;
  const words = query.split(' ');
  const rated = entries.map((entry) => ({ entry, rank: rate(entry, query, words) })).filter(({ rank }) => rank > 0);
  const best = rated.sort((one, other) => other.rank - one.rank).slice(0, MOST);
  show(
    best.map(({ entry }) => entry),
    rated.length ? '' : 'Nothing found.',
    words,
  );
}

function show(entries, message, words = []) {
  list.replaceChildren(...entries.map((entry, place) => option(entry, place, words)));
  status.textContent = message;
  panel.hidden = false;
  input.ariaExpanded = 'true';
  choose(entries.length ? 0 : -1);
}

function option({ url, kind, title, text }, place, words) {
  const item = document.createElement('li');
  item.id = `found-${place}`;
  item.role = 'option';
  const link = document.createElement('a');
  link.href = url;
  link.tabIndex = -1;
  link.append(part('strong', title, words), part('span', kind, words), part('small', excerpt(text, words), words));
  item.append(link);
  return item;
}

/** The part of the text around the first word that is found. */
function excerpt(text, words) {
  const low = text.toLowerCase();
  const places = words.map((word) => low.indexOf(word)).filter((place) => place >= 0);
  const first = places.length ? Math.min(...places) : 0;
  const from = first < 60 ? 0 : text.indexOf(' ', first - 50) + 1;
  return `${from ? '… ' : ''}${text.slice(from, from + 160)}${text.length > from + 160 ? ' …' : ''}`;
}

function part(tag, text, words) {
  const element = document.createElement(tag);
  const escaped = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  // A single letter is marked only where it is a word.
  const patterns = escaped.map((word, place) => (words[place].length > 1 ? word : `${word}(?![\\p{L}\\p{N}])`));
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(${patterns.join('|')})`, 'giu');
  for (const [place, piece] of text.split(found).entries()) {
    if (!piece) continue;
    if (place % 2) element.append(Object.assign(document.createElement('mark'), { textContent: piece }));
    else element.append(piece);
  }
  return element;
}

function choose(place) {
  list.children[chosen]?.removeAttribute('aria-selected');
  chosen = place;
  const item = list.children[place];
  if (!item) return input.removeAttribute('aria-activedescendant');
  item.ariaSelected = 'true';
  item.scrollIntoView({ block: 'nearest' });
  input.setAttribute('aria-activedescendant', item.id);
}

function close() {
  panel.hidden = true;
  input.ariaExpanded = 'false';
  list.replaceChildren();
  choose(-1);
}

const KEYS = {
  ArrowDown: () => choose((chosen + 1) % (list.children.length || 1)),
  ArrowUp: () => choose((chosen - 1 + list.children.length) % (list.children.length || 1)),
  Enter: () => list.children[chosen]?.firstElementChild.click(),
  Escape: () => {
    input.value = '';
    close();
    input.blur();
  },
};

input.addEventListener('focus', () => loadIndex().then(update, () => {}));
input.addEventListener('input', update);
input.addEventListener('keydown', (event) => {
  if (!KEYS[event.key] || event.isComposing) return;
  event.preventDefault();
  KEYS[event.key]();
});
// A result on this page only scrolls it.
list.addEventListener('click', close);
search.addEventListener('focusout', ({ relatedTarget }) => {
  if (!search.contains(relatedTarget)) close();
});
document.addEventListener('keydown', (event) => {
  const isTyping = /^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
  const isCalled = event.key === '/' ? !isTyping : event.key === 'k' && (event.ctrlKey || event.metaKey);
  if (!isCalled) return;
  event.preventDefault();
  input.focus();
  input.select();
});
