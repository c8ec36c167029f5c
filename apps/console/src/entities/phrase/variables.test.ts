import { expect, test } from 'vitest';
import { fillVariables, findUnfilled, splitByVariables, variableValues } from './variables.ts';

const ira = { name: 'Ира Ким', email: 'ira@example.com', phone: '+7 900' };
const known = variableValues({ contact: ira, agentName: 'Ann Lee', site: 'shop.example' });
const nothing = variableValues({ contact: undefined, agentName: null, site: null });

test('variables are replaced by values of the contact, the agent and the site', () => {
  const phrase =
    '{{contact.name}} {{ contact.first_name }} {{contact.email}} {{contact.phone}} {{agent.name}} {{site}}{{site}}';
  expect(fillVariables(phrase, known)).toBe('Ира Ким Ира ira@example.com +7 900 Ann Lee shop.exampleshop.example');
});

test('a variable without a value stays to be filled in', () => {
  const phrase = 'Hello, {{contact.first_name}}! This is {{ agent.name }}.';
  expect(fillVariables(phrase, nothing)).toBe(phrase);
  expect(findUnfilled(phrase)).toEqual({ from: 7, to: 29 });
  expect(findUnfilled('Hello, Ira! {this} {{ }}')).toBeUndefined();
  expect(splitByVariables(phrase)).toEqual([
    'Hello, ',
    '{{contact.first_name}}',
    '! This is ',
    '{{ agent.name }}',
    '.',
  ]);
});

test('the fallback after the bar is used only if the variable has no value', () => {
  expect(fillVariables('Hello {{contact.name|there}}, {{contact.email| ваша почта }}', nothing)).toBe(
    'Hello there, ваша почта',
  );
  expect(fillVariables('Hello {{contact.name|there}}', known)).toBe('Hello Ира Ким');
});

test('an unknown variable stays, and variables within values are not expanded', () => {
  expect(fillVariables('{{contact.nme}} {{x|y}} {{ }} {contact.name}', known)).toBe(
    '{{contact.nme}} {{x|y}} {{ }} {contact.name}',
  );
  const sly = variableValues({ contact: { ...ira, name: '{{agent.name}}' }, agentName: 'Ann', site: null });
  expect(fillVariables('Hi {{contact.name}}', sly)).toBe('Hi {{agent.name}}');
});
