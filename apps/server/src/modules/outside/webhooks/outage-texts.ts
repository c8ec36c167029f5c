interface OutageValues {
  url: string;
  site: string;
  /** How the last attempt failed. */
  detail: string | null;
  link: string;
}

type Write = (outage: OutageValues) => { subject: string; text: string };

const en: Write = ({ url, site, detail, link }) => ({
  subject: `A webhook of ${site} has failed for three days`,
  text: `Nothing was delivered to ${url} for three days: every event failed${detail ? `, the last with "${detail}"` : ''}.

Correct the address or the receiver, then send what was lost again. The log has every attempt:
${link}
`,
});

const ru: Write = ({ url, site, detail, link }) => ({
  subject: `Вебхук сайта ${site} не работает три дня`,
  text: `На ${url} три дня ничего не доставлено: все события завершились ошибкой${detail ? `, последнее — «${detail}»` : ''}.

Исправьте адрес или принимающий сервер, а затем отправьте пропущенное ещё раз. Все попытки — в журнале:
${link}
`,
});

/** By language of the reader. */
export const outageTexts: Record<string, Write> = { en, ru };
