export const release = {
  ready: 'A new version is available',
  reload: 'Reload',
  goneHeading: 'Parley has been updated',
  gone: 'This page is from an older version. Reload it to continue.',
};
