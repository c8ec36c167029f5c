export const unsaved = {
  save: 'Save',
  discard: 'Discard',
  unsaved: 'Unsaved changes',
  leave: 'Leave without saving?',
  leaveLead: 'Your changes haven’t been saved and will be lost.',
  leaveAnyway: 'Leave',
};
