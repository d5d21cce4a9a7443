import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { backoffMs } from '../../model/retry/backoff.js';
import { BACKOFFS } from '../../model/retry/policies.js';

/**
 * Sends `100 Continue` at intervals until the connection ends. Waiting clients ignore it (RFC 9110, section 15.2.1). If
 * the client has disconnected, the second one at the latest terminates the connection.
 *
 * @param unanswered pending responses of the connection; one of them is being written
 */
export function probe(socket: Socket, unanswered: () => Iterable<ServerResponse>): void {
  let timer: NodeJS.Timeout;
  let probes = 0;
  const wait = (): void => {
    timer = setTimeout(send, backoffMs(BACKOFFS.clientProbe, ++probes));
  };
  const send = (): void => {
    const current = [...unanswered()].find((response) => response.socket === socket);
    if (current?.headersSent === false) current.writeContinue();
    wait();
  };
  socket.once('close', () => clearTimeout(timer));
  wait();
}
