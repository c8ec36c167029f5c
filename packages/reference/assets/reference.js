// The page is whole without this: it adds a button to what is copied, and shows in the contents where the reader is.
for (const figure of document.querySelectorAll('.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(figure.querySelector('pre').textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1_500);
  });
  // Browsers give the clipboard only to pages that came over https, or from this machine.
  if (navigator.clipboard) figure.append(button);
}

// Chromium lets the keyboard scroll what is wider than its place by itself, Safari does not.
for (const wide of document.querySelectorAll('pre.command, .wide')) {
  if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
}

const contents = document.querySelector('.contents');
const links = [...contents.querySelectorAll('nav a[href^="#"]')];
// The guide that is being read may be far down in the contents.
contents.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
const read = new Set();
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) read[isIntersecting ? 'add' : 'delete'](`#${target.id}`);
    // A group is being read for as long as one of its routes is, and that one says more.
    const current = links.findLast(({ hash }) => read.has(decodeURIComponent(hash)));
    if (!current || current.ariaCurrent) return;
    for (const link of links) link.ariaCurrent = null;
    current.ariaCurrent = 'true';
    if (!contents.open) current.scrollIntoView({ block: 'nearest' });
  },
  { rootMargin: '-10% 0px -80%' },
);
for (const { hash } of links) observer.observe(document.getElementById(decodeURIComponent(hash.slice(1))));

// On a phone the contents lie over the page.
contents.addEventListener('click', ({ target }) => {
  if (target.closest('a')) contents.open = false;
});
