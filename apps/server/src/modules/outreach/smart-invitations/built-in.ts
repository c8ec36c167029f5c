import type { InvitationRuleContent, InvitationTemplate } from '@parley/contract';

type Given = Pick<InvitationRuleContent, 'trigger' | 'texts'> & Partial<InvitationRuleContent>;

/** Its texts are in English and Russian; other languages get the English one. */
function template(slug: string, name: string, { texts, ...given }: Given): InvitationTemplate {
  const rule: InvitationRuleContent = {
    name,
    enabled: true,
    priority: 100,
    when: 'online',
    conditions: { match: 'all', items: [] },
    schedule: null,
    frequency: { per: 'visit', max: 1 },
    action: 'bubble',
    text: texts.en ?? '',
    texts,
    quick_replies: [],
    from: { type: 'widget', agent_id: null },
    holdout_percent: 0,
    starts_at: null,
    ends_at: null,
    ...given,
  };
  return { id: null, slug, name, rule, builtin: true };
}

const first = (field: string, op: 'contains' | 'is', value: string) => ({
  match: 'any' as const,
  items: [{ field, op, value }],
});

/** Rules that most sites start with. */
export const builtIn: InvitationTemplate[] = [
  template('welcome', 'Welcome', {
    trigger: { type: 'time', seconds: 15 },
    conditions: { match: 'all', items: [{ field: 'visits', op: 'lte', value: 1 }] },
    texts: {
      en: 'Hello! Can we help you find something?',
      ru: 'Здравствуйте! Помочь вам что-нибудь найти?',
    },
  }),
  template('pricing', 'Questions about prices', {
    trigger: { type: 'time', seconds: 20 },
    priority: 50,
    conditions: first('path', 'contains', 'pric'),
    texts: {
      en: 'Do you have a question about our prices? We are happy to answer it.',
      ru: 'Есть вопросы о ценах? С удовольствием ответим.',
    },
  }),
  template('cart', 'Help with an order', {
    trigger: { type: 'idle', seconds: 30 },
    priority: 40,
    conditions: {
      match: 'any',
      items: ['cart', 'checkout'].map((value) => ({ field: 'path', op: 'contains', value })),
    },
    texts: {
      en: 'Is something unclear about your order? Ask us.',
      ru: 'Что-то непонятно с заказом? Спросите нас.',
    },
  }),
  template('leaving', 'Before they leave', {
    trigger: { type: 'exit' },
    priority: 60,
    conditions: { match: 'all', items: [{ field: 'seconds_on_site', op: 'gte', value: 20 }] },
    texts: {
      en: 'Leaving already? Tell us what you were looking for.',
      ru: 'Уже уходите? Расскажите, что вы искали.',
    },
  }),
  template('returning', 'Welcome back', {
    trigger: { type: 'time', seconds: 10 },
    priority: 80,
    conditions: { match: 'all', items: [{ field: 'visits', op: 'gte', value: 3 }] },
    frequency: { per: 'week', max: 1 },
    texts: {
      en: 'Good to see you again! Do you have any questions?',
      ru: 'Рады видеть вас снова! Остались вопросы?',
    },
  }),
  template('advertising', 'Visitors from ads', {
    trigger: { type: 'time', seconds: 10 },
    priority: 70,
    conditions: first('utm_medium', 'is', 'cpc'),
    texts: {
      en: 'Did our ad bring you here? Ask us about the offer.',
      ru: 'Пришли по рекламе? Спросите нас о предложении.',
    },
  }),
  template('reading', 'Interested readers', {
    trigger: { type: 'scroll', percent: 70 },
    priority: 90,
    texts: {
      en: 'Would you like to know more? We are here.',
      ru: 'Хотите узнать больше? Мы на связи.',
    },
  }),
  template('offline', 'Leave a message', {
    trigger: { type: 'time', seconds: 20 },
    when: 'offline',
    texts: {
      en: 'We are away right now. Leave a message, and we will get back to you.',
      ru: 'Сейчас нас нет на месте. Оставьте сообщение, и мы вам ответим.',
    },
  }),
];
