export const aiPhrases = {
  title: 'Phrases',
  lead: 'What visitors read when AI hands over, fails or takes over. Each language has its own wording.',
  failed: 'Couldn’t load phrases',
  keys: {
    handoff: { name: 'Handing over', when: 'When a chat goes to your team.' },
    offline: { name: 'Nobody available', when: 'When a chat is handed over and nobody is at work.' },
    failure: { name: 'Can’t answer', when: 'When the model fails or a budget is spent.' },
    takeover: { name: 'Taking over', when: 'Before AI answers instead of an agent who keeps the visitor waiting.' },
  },
  builtIn: 'Built-in wording',
  nothingSent: 'Nothing is sent',
  own: 'Own wording',
  reset: 'Use built-in wording',
  resetOf: (name: string) => `${name}: use the built-in wording`,
  saved: 'Phrases saved.',
};
