import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ClientLeftError } from './client-left.error.js';
import { answerHalfOpen } from './half-open.js';
import { probe } from './probe.js';

/** The requests of one connection that are not answered, each with what ends its work. */
type Unanswered = Map<ServerResponse, () => void>;

/**
 * Tells clients that have left from those that wait.
 *
 * A client may end its side of the connection once it has asked, and read the answer (RFC 9293, section 3.6), as `nc -N` does. Node
 * takes it for one that has left, and indeed who has left looks just the same until something is sent. So whoever ended its side is
 * probed. Clients of HTTP/1.0 cannot be: of them the end of their side stays the end.
 */
export class WaitingClients {
  private readonly connections = new WeakMap<Socket, Unanswered>();

  /** @returns a signal that fires with a {@link ClientLeftError} when the client leaves before its answer is written */
  watch(request: IncomingMessage, response: ServerResponse): AbortSignal {
    const controller = new AbortController();
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
