// Loaded into every test process and every server that a test starts: nothing leaves this machine.
import dgram from 'node:dgram';
import net from 'node:net';

const LOOPBACK = /^((?:[\w-]+\.)*localhost|127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const connect = net.Socket.prototype.connect;

net.Socket.prototype.connect = function guardedConnect(...args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const host = typeof first === 'object' ? first.host : typeof second === 'string' ? second : undefined;
  if (host && !LOOPBACK.test(host)) throw new Error(`Tests do not reach the network, and this wanted ${host}`);
  return connect.apply(this, /** @type {never} */ (args));
};

dgram.Socket.prototype.send = () => {
  throw new Error('Tests do not reach the network, and this wanted to send a datagram');
};
