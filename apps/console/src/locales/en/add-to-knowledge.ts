/** A reply of a person that becomes a rule. */
export const addToKnowledge = {
  title: 'Add to knowledge',
  lead: 'The AI will answer such questions with it. Take out names, numbers of orders and what holds for this visitor alone.',
  question: 'Question',
  answer: 'Answer',
  answerMissing: 'Enter the answer.',
  tooLong: 'Question and answer can have 10,000 characters together.',
  save: 'Save rule',
  saved: 'Added to the knowledge base.',
  open: 'Open',
};
