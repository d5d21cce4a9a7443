import pg, { type ClientBase, type ClientConfig } from 'pg';

/** Longest time for the request. */
const CANCEL_MS = 1_000;

/** Fields that `pg` has of a client and a connection beyond its declared types. */
interface CancelTarget {
  readonly host: string;
  readonly port: number;
  readonly ssl: ClientConfig['ssl'];
  readonly processID: number | null;
  readonly secretKey: unknown;
}
interface CancelConnection extends pg.Connection {
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, key: unknown): void;
}

/**
 * Asks PostgreSQL to end the present statement of a client that gives up. Without it, a statement that waits for a lock stays on the server
 * with its connection, and each retry adds another one. Never fails: a server that does not answer ends the statement later, or never.
 */
export function cancelStatement(client: ClientBase): Promise<void> {
  const { host, port, ssl, processID, secretKey } = client as unknown as CancelTarget;
  if (!processID) return Promise.resolve();
  const connection = new pg.Connection({ ssl: ssl ?? false }) as CancelConnection;
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      connection.stream.destroy();
      resolve();
    };
    const timer = setTimeout(end, CANCEL_MS);
    connection.on('error', end);
    connection.on('end', end); // the server closes it when it has read the request
    connection.on('connect', () => (ssl ? connection.requestSsl() : connection.cancel(processID, secretKey)));
    connection.on('sslconnect', () => connection.cancel(processID, secretKey));
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}
