import { setTimeout as sleep } from 'node:timers/promises';
import { BrowserError } from '../browser/browser-errors.js';
import { findClosedShadowRoots } from './closed-shadow-roots.js';
import type { PageSession } from './page-session.js';

/** The HTML of a page. */
export interface PageText {
  readonly url: string;
  readonly html: string;
  /** It was longer than anyone reads. */
  readonly isCut: boolean;
}

interface FrameTree {
  readonly frame: { readonly id: string };
  readonly childFrames?: readonly FrameTree[];
}

interface Serialized {
  readonly html: string;
  readonly isCut: boolean;
}

const MAX_CHARS = 10_000_000;
const MAX_FRAMES = 30;
const MAX_DEPTH = 3;

/**
 * Serializes the page in its current state, with those visible frames and closed shadow roots that respond within
 * `partsMs` each.
 * @throws BrowserError
 */
export async function readPage(
  lane: PageSession,
  timeoutMs: number,
  partsMs: number = timeoutMs / 2,
): Promise<PageText> {
  const { worlds, mainFrame } = lane;
  const parts = await worlds.evaluate<{ hasFrames: boolean; hosts: number } | undefined>(
    '({ hasFrames: weHasFrames(), hosts: weFindHosts() })',
    timeoutMs,
  );
  const { hasFrames = false, hosts = 0 } = parts ?? {};
  if (hosts > 0) await within(partsMs, findClosedShadowRoots(lane, mainFrame, hosts));
  if (hasFrames) await within(partsMs, new FrameReader(lane, partsMs).readAll());
  const page = await worlds.evaluate<Partial<PageText> | undefined>(
    `({ ...weSerialize(${MAX_CHARS}, false), url: location.href })`,
    timeoutMs,
    mainFrame,
  );
  return checked(page);
}

/** Browsers at an address of the host, or behind a proxy, may answer anything. @throws BrowserError */
function checked(page: Partial<PageText> | undefined): PageText {
  const { html, url, isCut } = page ?? {};
  if (typeof html === 'string' && typeof url === 'string') return { html, url, isCut: isCut === true };
  throw new BrowserError('the browser answered without the text of the page');
}

/** Parts of the page that come and go, or come without end, are left out. */
async function within(timeoutMs: number, reading: Promise<void>): Promise<void> {
  const timeUp = new AbortController();
  const time = sleep(timeoutMs, null, { signal: timeUp.signal }).catch(() => {});
  await Promise.race([reading.catch(() => {}), time]);
  timeUp.abort();
}

/** Serializes frames from the innermost outwards, each into the world of its parent document. */
class FrameReader {
  private left = MAX_FRAMES;
  private readonly endsAt: number;

  constructor(
    private readonly lane: PageSession,
    timeoutMs: number,
  ) {
    this.endsAt = performance.now() + timeoutMs;
  }

  async readAll(): Promise<void> {
    const { frameTree } = await this.lane.session.send<{ frameTree: FrameTree }>(
      'Page.getFrameTree',
      {},
      this.leftMs,
    );
    await this.readChildren(frameTree, 1);
  }

  private get leftMs(): number {
    return this.endsAt - performance.now();
  }

  private async readChildren({ frame, childFrames = [] }: FrameTree, depth: number): Promise<void> {
    for (const child of childFrames) {
      if (this.left-- <= 0 || depth > MAX_DEPTH || this.leftMs <= 0) return;
      await this.readChild(child, frame.id, depth).catch(() => {}); // it has gone meanwhile
    }
  }

  private async readChild(child: FrameTree, parentFrame: string, depth: number): Promise<void> {
    const { session, worlds } = this.lane;
    const owner = await session.send<{ backendNodeId: number }>('DOM.getFrameOwner', {
      frameId: child.frame.id,
    });
    const { object } = await session.send<{ object: { objectId: string } }>('DOM.resolveNode', {
      backendNodeId: owner.backendNodeId,
      executionContextId: await worlds.idOf(parentFrame),
    });
    if (!(await worlds.callOn<boolean>(object.objectId, 'function () { return weIsSeen(this); }'))) return;
    const hosts = await worlds.evaluate<number>('weFindHosts()', undefined, child.frame.id);
    if (hosts > 0) await findClosedShadowRoots(this.lane, child.frame.id, hosts);
    await this.readChildren(child, depth + 1);
    const { html } = await worlds.evaluate<Serialized>(
      `weSerialize(${MAX_CHARS / 5}, true)`,
      undefined,
      child.frame.id,
    );
    await worlds.callOn(object.objectId, 'function (html) { weFrames.set(this, html); }', [html]);
  }
}
