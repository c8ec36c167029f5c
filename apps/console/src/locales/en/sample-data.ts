export const sampleData = {
  title: 'Sample data',
  present: 'This account has sample data.',
  remove: 'Remove sample data',
  removeTitle: 'Remove sample data?',
  removeLead:
    'Sample chats, contacts, ratings and colleagues are deleted, with everything you wrote there. Nothing else changes.',
};
