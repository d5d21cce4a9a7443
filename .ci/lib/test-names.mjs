// Preloaded into the demo: every name below `.test` resolves to 127.0.0.1, as the name of an attacker's choice may.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

const LOOPBACK = { address: '127.0.0.1', family: 4 };
const { lookup } = dns;
const lookupPromise = dns.promises.lookup;

dns.lookup = (name, options, callback = options) => {
  if (!isTestName(name)) return lookup(name, options, callback);
  const answer = options?.all ? [[LOOPBACK]] : [LOOPBACK.address, LOOPBACK.family];
  process.nextTick(callback, null, ...answer);
};
dns.promises.lookup = async (name, options) => {
  if (!isTestName(name)) return lookupPromise(name, options);
  return options?.all ? [LOOPBACK] : LOOPBACK;
};
syncBuiltinESMExports();

function isTestName(name) {
  return name.replace(/\.$/, '').endsWith('.test');
}
