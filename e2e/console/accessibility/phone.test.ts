import { dashboard } from '@parley/contract';
import { test } from 'vitest';
import { signedIn } from '../../../apps/server/test/callers.ts';
import { goTo, openConsole } from '../../../apps/server/test/console.ts';
import { addDepartment } from '../../../apps/server/test/departments.ts';
import { expectFaultless, PHONE, startTeam } from './axe.ts';

test('axe finds nothing on a phone, in Russian', async () => {
  const { app, ann, rated, chatId } = await startTeam();
  await (await signedIn(app, ann))(dashboard.profile.update, { body: { locale: 'ru' } });
  const department = await addDepartment(ann, [ann]);
  const { page } = await openConsole(app, ann, '/app/inbox', PHONE);
  const screens = [
    ['inbox', 'Все открытые'],
    [`inbox/${chatId}`, 'Завершить'],
    ['contacts', 'Контакты'],
    [`contacts/${rated.contactId}`, 'С сайта'],
    ['visitors', 'Посетители'],
    ['settings/developers/tokens/new', 'Чат-бот'],
    ['settings/developers/webhooks', 'Вебхуков пока нет'],
    ['reports', 'По дням'],
    ['reports/hours', 'Меньше'],
    ['ai', 'Подключите модель'],
    ['ai/phrases', 'Никого нет на месте'],
    ['ai/alerts', 'Открытых предупреждений нет'],
    ['settings/profile', 'Русский'],
    [`settings/team/${ann.agentId}`, 'Средняя оценка'],
    ['settings/team', 'Занято мест'],
    ['settings/account', 'Часовой пояс'],
    ['settings/mail', 'Исходящие'],
    [`settings/departments/${department.id}`, 'Кому достанется диалог?'],
    ['settings/quick-phrases', 'Быстрых фраз пока нет'],
    ['settings/import', 'Выбрать файл'],
    ['settings/security', 'Журнал входов'],
    ['settings/personal-data', 'Один человек'],
    ['settings/audit-log', 'Создан отдел'],
  ];
  for (const [path, words] of screens) {
    await goTo(page, `${app.address}/app/${path}`);
    await page
      .getByText(words ?? '')
      .or(page.getByRole('button', { name: words ?? '' }))
      .first()
      .waitFor();
    await expectFaultless(page, `${path} on a phone`);
  }
});
