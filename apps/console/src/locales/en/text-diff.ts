export const textDiff = {
  added: 'Added',
  removed: 'Removed',
  same: (count: number) => (count === 1 ? '1 unchanged line' : `${count} unchanged lines`),
};
