import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { sharedController } from '../../services/shared-controller.js';
import { ClientLeftError } from './client-left.error.js';
import { answerHalfOpen } from './half-open.js';
import { probe } from './probe.js';

/** The requests of one connection that are not answered, each with what ends its work. */
type Unanswered = Map<ServerResponse, () => void>;

/**
 * Detects clients that disconnect before they receive their response.
 *
 * A client may end its side of the connection after the request and still read the response (RFC 9293, section 3.6), as
 * `nc -N` does. Node treats this as a disconnect, and a disconnected client looks the same until data is sent.
 * Half-closed connections are therefore probed. HTTP/1.0 clients cannot be probed: if they end their side, they count
 * as disconnected.
 */
export class WaitingClients {
  private readonly connections = new WeakMap<Socket, Unanswered>();

  /**
   * @returns a signal that fires with a {@link ClientLeftError} when the client leaves before its answer is written. The work for the
   * request runs under this signal, which fires with the shutdown of the application as well.
   */
  watch(request: IncomingMessage, response: ServerResponse): AbortSignal {
    const controller = sharedController();
    const leave = () => {
      if (!response.writableEnded) controller.abort(new ClientLeftError());
    };
    const unanswered = this.connections.get(request.socket) ?? this.attend(request);
    unanswered.set(response, leave);
    response.once('close', () => {
      unanswered.delete(response);
      leave();
    });
    return controller.signal;
  }

  private attend({ socket, httpVersion }: IncomingMessage): Unanswered {
    const unanswered: Unanswered = new Map();
    this.connections.set(socket, unanswered);
    // of several requests sent ahead only the first has a response that hears of the end
    socket.once('close', () => unanswered.forEach((leave) => leave()));
    const isAwaited = () => unanswered.size > 0;
    if (httpVersion === '1.1')
      answerHalfOpen(socket, isAwaited, () => probe(socket, () => unanswered.keys()));
    return unanswered;
  }
}
