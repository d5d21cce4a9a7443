import { BrowserError, CommandRefusedError } from '../browser/browser-errors.js';
import type { CdpSession } from '../browser/cdp-pipe.js';
import type { PageProgress } from './page-progress.js';
import { READ_DOM } from './read-dom.js';
import { WATCH_DOM } from './watch-dom.js';

/** The name of our own world, where pages cannot reach and have overwritten nothing. */
export const WORLD = 'web-extract';

interface Evaluation {
  readonly result: { readonly value?: unknown; readonly objectId?: string };
  readonly exceptionDetails?: { readonly text: string };
}

/** A page that does not answer so long is busy with its own scripts. */
const WORLD_MS = 1_500;

/** Our own scripts in the documents of a page, one world a frame. */
export class PageWorlds {
  private readonly worlds = new Map<string, { readonly document: number; readonly id: Promise<number> }>();

  constructor(
    private readonly session: CdpSession,
    private readonly progress: PageProgress,
    private readonly mainFrame: string,
  ) {}

  /** Runs an expression and gives its value as JSON carries it. */
  async evaluate<T>(expression: string, timeoutMs?: number, frameId = this.mainFrame): Promise<T> {
    const { value } = await this.run({ expression, returnByValue: true }, frameId, timeoutMs);
    return value as T;
  }

  /** Like {@link evaluate}, of a promise. Never answered once the page's scripts are stopped. */
  async evaluateLater<T>(expression: string, timeoutMs?: number): Promise<T> {
    const wanted = { expression, returnByValue: true, awaitPromise: true };
    const { value } = await this.run(wanted, this.mainFrame, timeoutMs);
    return value as T;
  }

  /** Runs an expression and gives a handle of the object that it gives; null when it gives none. */
  async handle(expression: string, frameId = this.mainFrame): Promise<string | null> {
    const { objectId } = await this.run({ expression }, frameId);
    return objectId ?? null;
  }

  /** Calls a function, given as text, on the object of a handle. */
  async callOn<T>(objectId: string, functionDeclaration: string, args: readonly unknown[] = []): Promise<T> {
    const { result, exceptionDetails } = await this.session.send<Evaluation>('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration,
      arguments: args.map((value) => ({ value })),
      returnByValue: true,
    });
    if (exceptionDetails) throw new BrowserError(exceptionDetails.text);
    return result.value as T;
  }

  /** Makes our world in the main frame, without waiting for it. */
  prepare(): void {
    this.idOf(this.mainFrame).catch(() => {}); // the next caller tries again
  }

  /** The number of our world in a frame. */
  idOf(frameId: string): Promise<number> {
    const known = this.worlds.get(frameId);
    const document = this.progress.documents;
    if (known?.document === document) return known.id;
    const id = this.make(frameId);
    this.worlds.set(frameId, { document, id });
    id.catch(() => this.worlds.delete(frameId));
    return id;
  }

  /** A world goes with its document: in the one that came meanwhile there is another. */
  private async run(parameters: object, frameId: string, timeoutMs?: number): Promise<Evaluation['result']> {
    try {
      return await this.runIn(await this.idOf(frameId), parameters, timeoutMs);
    } catch (error) {
      if (!(error instanceof CommandRefusedError)) throw error;
      this.worlds.delete(frameId);
      return this.runIn(await this.idOf(frameId), parameters, timeoutMs);
    }
  }

  private async runIn(
    contextId: number,
    parameters: object,
    timeoutMs?: number,
  ): Promise<Evaluation['result']> {
    const { result, exceptionDetails } = await this.session.send<Evaluation>(
      'Runtime.evaluate',
      { ...parameters, contextId },
      timeoutMs,
    );
    if (exceptionDetails) throw new BrowserError(exceptionDetails.text);
    return result;
  }

  private async make(frameId: string): Promise<number> {
    const { executionContextId: contextId } = await this.session.send<{ executionContextId: number }>(
      'Page.createIsolatedWorld',
      { frameId, worldName: WORLD },
      WORLD_MS,
    );
    const expression = `${WATCH_DOM};${READ_DOM}`;
    await this.session.send('Runtime.evaluate', { expression, contextId }, WORLD_MS);
    return contextId;
  }
}
