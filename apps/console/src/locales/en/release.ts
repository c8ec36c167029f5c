export const release = {
  ready: 'A new version is ready',
  reload: 'Reload',
  goneHeading: 'A new version is out',
  gone: 'This part of the console has changed on the server. Reload the page to go on.',
};
