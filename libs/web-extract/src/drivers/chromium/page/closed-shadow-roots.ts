import type { PageSession } from './page-session.js';

interface Described {
  readonly node: {
    readonly shadowRoots?: readonly { readonly backendNodeId: number; readonly shadowRootType?: string }[];
  };
}

interface Listed {
  readonly result: readonly { readonly name: string; readonly value?: { readonly objectId?: string } }[];
}

/** Roots within roots. */
const MAX_ROUNDS = 3;

/** Hands closed shadow roots of a frame to our world there, which cannot see them by itself: readers do. @throws BrowserError */
export async function findClosedShadowRoots(
  lane: PageSession,
  frameId: string,
  found: number,
): Promise<void> {
  let hosts = found;
  for (let round = 0; round < MAX_ROUNDS && hosts > 0; round++) {
    await Promise.all((await listHosts(lane, frameId)).map((host) => handOver(lane, frameId, host)));
    hosts = await lane.worlds.evaluate<number>('weFindHosts()', undefined, frameId);
  }
}

async function listHosts({ session, worlds }: PageSession, frameId: string): Promise<string[]> {
  const objectId = await worlds.handle('weHosts', frameId);
  const { result } = await session.send<Listed>('Runtime.getProperties', { objectId, ownProperties: true });
  return result.flatMap(({ value }) => value?.objectId ?? []);
}

async function handOver({ session, worlds }: PageSession, frameId: string, host: string): Promise<void> {
  const { node } = await session.send<Described>('DOM.describeNode', { objectId: host });
  const root = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === 'closed');
  if (!root) return;
  const { object } = await session.send<{ object: { objectId: string } }>('DOM.resolveNode', {
    backendNodeId: root.backendNodeId,
    executionContextId: await worlds.idOf(frameId),
  });
  await worlds.callOn(object.objectId, 'function () { weRoots.set(this.host, this); }');
}
