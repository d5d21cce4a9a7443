import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to connections: one of those may take a port that is free now before its owner does. */
const FIRST = 20_000;
const END = 32_000;

/** A port of 127.0.0.1 that nobody listens on at this moment. */
export async function findFreePort() {
  for (;;) {
    const port = randomInt(FIRST, END);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false, // somebody listens there
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
