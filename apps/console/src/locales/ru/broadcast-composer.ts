import type { broadcastComposer as en } from '../en/broadcast-composer.ts';

const rules = new Intl.PluralRules('ru');
/** In the accusative, after «до» and «для» too. */
const people = (count: number, written: string) =>
  `${written} ${rules.select(count) === 'few' ? 'человека' : 'человек'}`;

export const broadcastComposer: typeof en = {
  form: 'Рассылка',
  newHeading: 'Новая рассылка',
  newLead: 'Ничего не уйдёт, пока вы не подтвердите.',
  channel: 'Канал',
  channelFixed: 'У сохранённого черновика канал не меняется. Для другого создайте новую рассылку.',
  channelRefused: 'Через этот канал сейчас ничего не отправить. Сначала подключите его снова.',
  connect: 'Подключить другие каналы',
  obstacles: {
    notConnected: 'Не подключён',
    rejected: 'Токен не принимается',
    inactive: 'Выключен',
    noAddress: 'Нет адреса или секрета',
  },
  message: 'Сообщение',
  kind: 'Вид сообщения',
  kinds: { text: 'Текст', file: 'Картинка или файл', keyboard: 'Текст с кнопками' },
  text: 'Текст',
  caption: 'Подпись (необязательно)',
  bodyMissing: 'Напишите сообщение.',
  chooseFile: 'Выбрать файл',
  uploading: 'Загружается…',
  removeFile: 'Убрать файл',
  savedPicture: 'Картинка',
  savedFile: 'Файл',
  fileMissing: 'Выберите картинку или файл.',
  fileTooLarge: 'Файл больше 10 МБ.',
  buttons: 'Кнопки',
  buttonLabel: 'Надпись',
  buttonUrl: 'Открывает',
  addButton: 'Добавить кнопку',
  removeButton: 'Убрать кнопку',
  buttonsWrong: 'Каждой кнопке нужны надпись и полный адрес с https.',
  sender: 'От кого',
  senderLead: 'Чьим именем подписано сообщение.',
  noSender: 'Без имени',
  template: 'Шаблон WhatsApp',
  templateLead: 'Для тех, кто последний раз писал больше суток назад. Без шаблона они рассылку не получат.',
  templateName: 'Название шаблона',
  templateNameLead: 'Как в WhatsApp Manager. Для номера Twilio — SID контента: HX…',
  templateLanguage: 'Язык шаблона',
  templateParameters: 'Значения',
  templateParametersLead: 'Для {{1}}, {{2}} и так далее, каждое с новой строки.',
  audienceLead: 'Всем, с кем есть диалог в этом канале, если не сузить выбор.',
  refused: {
    audience: 'Эту рассылку никто не получит. Расширьте выбор.',
    buttons: 'Каждой кнопке нужны надпись и полный адрес с https.',
    file: 'Файла уже нет, или это не картинка. Выберите его заново.',
    templateName: 'Только строчные латинские буквы, цифры и подчёркивания или SID контента.',
    templateLanguage: 'Укажите код, например ru или en_US.',
    templateParameters:
      'Значение не должно оказаться пустым: добавьте текст или запасной вариант. Не больше 20 значений.',
    agentId: 'Этот человек не может быть отправителем. Выберите другого.',
    channel: 'Этого канала больше нет. Выберите другой.',
  },
  startQuestion: 'Запустить рассылку?',
  scheduleQuestion: 'Запланировать рассылку?',
  startLead: (reachable, { count, channel, at }) =>
    at
      ? `${at} рассылка уйдёт в канал «${channel}». Сейчас её получили бы ${people(reachable, count)}. До этого времени её можно приостановить или отменить.`
      : `Рассылка сразу уйдёт в канал «${channel}». Получателей: ${count}. Отправленное вернуть нельзя.`,
  startConfirm: 'Запустить рассылку',
  scheduleConfirm: 'Запланировать рассылку',
  started: 'Рассылка запущена.',
  scheduled: 'Рассылка запланирована.',
};
