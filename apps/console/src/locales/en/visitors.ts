export const visitors = {
  title: 'Visitors',
};
