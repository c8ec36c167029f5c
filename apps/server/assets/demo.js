// The shop's own script: a cart, the look of the page, and a button for each call of the widget's API.
const find = (selector) => document.querySelector(selector);
const log = find('#log');

function say(kind, text) {
  const line = document.createElement('p');
  const time = document.createElement('time');
  time.textContent = new Date().toLocaleTimeString('en-GB');
  const said = document.createElement('span');
  said.className = kind;
  said.textContent = text;
  line.append(time, said);
  log.append(line);
  log.scrollTop = log.scrollHeight;
  return said;
}

find('#clear').addEventListener('click', () => log.replaceChildren());

// The cart.
const cart = find('#cart');
const money = new Intl.NumberFormat(cart.dataset.language, {
  style: 'currency',
  currency: cart.dataset.currency,
  maximumFractionDigits: 0,
});
const lines = new Map();

function showCart() {
  const all = [...lines.values()];
  const items = all.map(({ name, price, count }) => {
    const item = document.createElement('li');
    const [what, worth] = [document.createElement('span'), document.createElement('span')];
    what.textContent = count > 1 ? `${name} × ${count}` : name;
    worth.textContent = money.format(price * count);
    item.append(what, worth);
    return item;
  });
  find('#cart-lines').replaceChildren(...items);
  find('#cart-empty').hidden = all.length > 0;
  find('#count').value = all.reduce((sum, { count }) => sum + count, 0);
  find('#total').value = money.format(all.reduce((sum, { price, count }) => sum + price * count, 0));
}

for (const button of document.querySelectorAll('.add')) {
  button.addEventListener('click', () => {
    const { name, price, added } = button.dataset;
    const { count = 0 } = lines.get(name) ?? {};
    lines.set(name, { name, price: Number(price), count: count + 1 });
    button.classList.add('added');
    button.textContent = added;
    showCart();
  });
}
showCart();

// The look and the language of the page. The address keeps them for the next time it is loaded.
function remember(name, value) {
  const address = new URL(location.href);
  address.searchParams.set(name, value);
  history.replaceState(null, '', address);
}

for (const input of document.querySelectorAll('[name=theme]')) {
  input.addEventListener('change', () => {
    document.documentElement.dataset.theme = input.value;
    remember('theme', input.value);
  });
}

find('#lang').addEventListener('change', ({ target }) => {
  document.documentElement.lang = target.value;
  document.documentElement.dir = ['ar', 'fa', 'he'].includes(target.value) ? 'rtl' : 'ltr';
  remember('lang', target.value);
});

// The widget's API.
const given = (form) => Object.fromEntries([...new FormData(form)].filter(([, value]) => value));
const cartFields = () => [...lines.values()].map(({ name, count }) => ({ title: name, content: `× ${count}` }));

/** What each call is given: the form it is in, and the button that was pressed. */
const parameters = {
  setContactInfo: (form) => [given(form)],
  setCustomData: (form) => [[given(form), ...cartFields()]],
  setSkin: (form, { value }) => (value === 'capsule' ? [value, given(form)] : [value]),
  identify: (form) => [{ ...given(form), expires: Number(form.elements.expires.value) }],
};

function call(name, ...values) {
  const written = values.map((value) => (typeof value === 'function' ? '…' : JSON.stringify(value)));
  const line = say('asked', `${name}(${written.join(', ')})`);
  const answer = window.service_widget_api[name](...values);
  if (answer?.result !== 'fail') return;
  line.className = 'failed';
  line.append(`: ${answer.reason}`);
}

for (const form of document.querySelectorAll('form[data-call]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const name = form.dataset.call;
    if (window.service_widget_api) call(name, ...(parameters[name]?.(form, event.submitter) ?? []));
    else say('failed', log.dataset.failed);
  });
}

const expires = find('[data-call=identify] [name=expires]');
expires.value = Math.round(Date.now() / 1_000) + 3_600;

function listen(button) {
  const { event } = button.dataset;
  call('on', event, (detail) => {
    if (button.ariaPressed === 'true')
      say('event', detail === undefined ? event : `${event} ${JSON.stringify(detail)}`);
  });
  button.addEventListener('click', () => {
    button.ariaPressed = String(button.ariaPressed !== 'true');
  });
}

function begin() {
  for (const button of document.querySelectorAll('[data-event]')) listen(button);
}

const tag = find('script[src*="/w/"]');
tag.addEventListener('error', () => say('failed', log.dataset.failed));
if (window.service_widget_api) begin();
else tag.addEventListener('load', begin);
