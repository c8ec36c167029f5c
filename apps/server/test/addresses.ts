let addresses = 0;

/** An address not used in this worker yet. */
export function freshAddress() {
  addresses += 1;
  return [10, addresses >> 16, (addresses >> 8) & 255, addresses & 255].join('.');
}

/** The same for real sockets. Only Linux binds all of 127.0.0.0/8 without configuration. */
export function freshLoopbackAddress() {
  if (process.platform !== 'linux') return '127.0.0.1';
  addresses += 1;
  return [127, 1 + (addresses >> 16), (addresses >> 8) & 255, addresses & 255].join('.');
}
