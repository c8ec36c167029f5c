/** Named combinations of filters. */
export const savedViews = {
  heading: 'Saved views',
  name: 'Name',
  lead: 'Saves the current view and filters. Only you can see it.',
  isTaken: 'You already have a view with this name.',
  isSaved: (name: string) => `The current filters are saved as “${name}”. To save others, set them in the list first.`,
  full: (limit: number) => `You have ${limit} saved views. To save another, remove one.`,
  save: 'Save',
  rename: (name: string) => `Rename ${name}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  remove: (name: string) => `Remove ${name}`,
};
