import { expect, test } from 'vitest';
import { readCsv } from '../../ui/csv/read-csv.ts';
import { ATTRIBUTE, guessUses, IGNORED, toUpload } from '../../ui/import/import-format.ts';
import { contactFormat } from './contact-format.ts';

const read = (text: string) => readCsv(new File([text], 'people.csv'));

test.each([
  ['Name,E-mail,Phone number,Tags,Company', ['name', 'email', 'phone', 'tags', IGNORED]],
  ['First Name;Last_Name;EMAIL ADDRESS;Notes', ['name', 'surname', 'email', 'description']],
  ['ФИО;Эл. почта;Телефон;Комментарий;Город', ['name', 'email', 'phone', 'description', IGNORED]],
  ['Имя,Имя клиента,почта', ['name', IGNORED, 'email']],
  [
    'id,name,email,phone,description,tags,blocked,email_consent,created_at,attributes',
    ['id', 'name', 'email', 'phone', 'description', 'tags', 'blocked', 'email_consent', IGNORED, 'attributes'],
  ],
])('columns are guessed from the headings %s', async (header, uses) => {
  expect(guessUses(await read(`${header}\n${header}\n`), contactFormat)).toEqual(uses);
});

test('the upload has the columns of the API on the lines of the file', async () => {
  const table = await read(
    '\nfirst,last,mail,town,vip\n\n"Ира\nМ.",Петрова,ira@example.test,"Тверь, ""центр""",yes\n,,,,\nOleg,,,,\n',
  );
  const file = toUpload(table, ['name', 'surname', 'email', ATTRIBUTE, IGNORED], contactFormat);
  expect(file.name).toBe('people.csv');
  expect(await file.text()).toBe(
    '\nemail,name,attributes\n\nira@example.test,"Ира\nМ. Петрова","{""town"":""Тверь, \\""центр\\""""}"\n\n,Oleg,\n',
  );
});

test('attributes of columns are added to those in JSON, and JSON that cannot be read is left to the server', async () => {
  const table = await read('name,attributes,Plan\nIra,"{""seats"":3}",pro\nOleg,nonsense,pro\n');
  const lines = (await toUpload(table, ['name', 'attributes', ATTRIBUTE], contactFormat).text()).split('\n');
  expect(lines.slice(1, 3)).toEqual(['Ira,"{""seats"":3,""Plan"":""pro""}"', 'Oleg,nonsense']);
});
