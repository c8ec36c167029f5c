let addresses = 0;

/** An address nobody in this worker has called from yet. */
export function freshAddress() {
  addresses += 1;
  return [10, addresses >> 16, (addresses >> 8) & 255, addresses & 255].join('.');
}

/** The same for real sockets. Only Linux has the whole of 127.0.0.0/8 without being told so. */
export function freshLoopbackAddress() {
  if (process.platform !== 'linux') return '127.0.0.1';
  addresses += 1;
  return [127, 1 + (addresses >> 16), (addresses >> 8) & 255, addresses & 255].join('.');
}
