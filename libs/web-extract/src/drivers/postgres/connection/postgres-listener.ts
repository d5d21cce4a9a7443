import type { Client, Notification } from 'pg';
import { backoffMs } from '../../../model/retry/backoff.js';
import { BACKOFFS } from '../../../model/retry/policies.js';

/** Called for each notification, and with null after notifications may have been missed. */
export type NotificationListener = (payload: string | null) => void;

/** Interval of checks of the connection. */
const HEARTBEAT_MS = 15_000;
const ANSWER_MS = 5_000;
const CONNECT_MS = 10_000;

/**
 * Notifications of the server, over one connection of their own that opens with the first listener and is opened again after an outage.
 * They are hints: the data is read from tables.
 */
export class PostgresListener {
  private readonly listeners = new Map<string, Set<NotificationListener>>();
  private client: Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private attempts = 0;
  private isClosed = false;
  private isConnected = false;

  /** @param connect makes a client; null: there are no notifications. @param schema begins the names of channels */
  constructor(
    private readonly connect: (() => Client) | null,
    private readonly schema: string,
  ) {}

  /** False while notifications do not arrive: tables must be read from time to time. */
  get isListening(): boolean {
    return this.isConnected;
  }

  /** Name of a channel for `pg_notify`. */
  nameOf(channel: string): string {
    return `${this.schema}_${channel}`;
  }

  /** @returns a function that removes the listener */
  listen(channel: string, listener: NotificationListener): () => void {
    const name = this.nameOf(channel);
    const others = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, others.add(listener));
    if (this.client === undefined) this.open();
    else if (others.size === 1 && this.isConnected) void this.send(`LISTEN "${name}"`);
    return () => {
      others.delete(listener);
    };
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    const { client } = this;
    this.client = undefined;
    if (client) await endOf(client);
  }

  private open(): void {
    if (this.isClosed || this.connect === null) return;
    const client = this.connect();
    this.client = client;
    client.on('notification', ({ channel, payload }: Notification) => this.tell(channel, payload ?? ''));
    const lose = () => this.lose(client);
    client.on('error', lose);
    client.on('end', lose);
    // a client with the options of a pool of the host may wait for ever
    this.timer = setTimeout(lose, CONNECT_MS).unref();
    client.connect().then(() => {
      if (this.client !== client) return; // it was too late
      clearTimeout(this.timer);
      void this.begin(client);
    }, lose);
  }

  private async begin(client: Client): Promise<void> {
    for (const name of this.listeners.keys()) await this.send(`LISTEN "${name}"`);
    if (this.client !== client) return;
    this.attempts = 0;
    this.isConnected = true;
    for (const name of this.listeners.keys()) this.tell(name, null);
    this.timer = setTimeout(() => void this.beat(client), HEARTBEAT_MS).unref();
  }

  /** Reopens a connection without a response: a silent network causes no error. */
  private async beat(client: Client): Promise<void> {
    await this.send('SELECT 1');
    if (this.client === client) this.timer = setTimeout(() => void this.beat(client), HEARTBEAT_MS).unref();
  }

  private async send(text: string): Promise<void> {
    const { client } = this;
    if (!client) return;
    const query = { text, query_timeout: ANSWER_MS };
    await client.query(query).catch(() => this.lose(client));
  }

  private lose(client: Client): void {
    if (this.client !== client) return;
    this.client = undefined;
    const wasConnected = this.isConnected;
    this.isConnected = false;
    clearTimeout(this.timer);
    void endOf(client);
    if (this.isClosed) return;
    if (wasConnected) for (const name of this.listeners.keys()) this.tell(name, null);
    this.timer = setTimeout(
      () => this.open(),
      backoffMs(BACKOFFS.postgresConnection, ++this.attempts),
    ).unref();
  }

  private tell(name: string, payload: string | null): void {
    for (const listener of this.listeners.get(name) ?? []) listener(payload);
  }
}

/** Ends without waiting for a server that is away. */
export async function endOf(client: Client): Promise<void> {
  client.removeAllListeners();
  client.on('error', () => {});
  const timer = setTimeout(() => streamOf(client)?.destroy(), 500);
  await client.end().catch(() => {});
  clearTimeout(timer);
}

/** The socket of a client, which `pg` does not declare. */
export const streamOf = (client: Client): { destroy(): void } | undefined =>
  (client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream;
