import type { FeedWrite } from '../../../model/change-log.js';
import { feedIdsOf } from '../../page-store/feed/feed-rows.js';
import { packRow } from '../../page-store/pack-row.js';
import { pageArguments } from './place-of.js';

/** Encodes changes of feeds for `record`: as JSON, then their contents. */
export async function packFeedWrites(writes: readonly FeedWrite[] = []): Promise<(string | Buffer)[]> {
  const contents = await Promise.all(
    writes.map((write) => (write.kind === 'upsert' ? packRow(write.content) : Buffer.alloc(0))),
  );
  return [JSON.stringify(writes.map(encodeWrite)), ...contents];
}

function encodeWrite(write: FeedWrite): object {
  const { key, ...rest } = write;
  const encoded = { ...rest, names: pageArguments(key), feed: feedIdsOf(key).id, variant: key.variant };
  if (write.kind === 'moved') return { ...encoded, to: pageArguments(write.to) };
  if (write.kind !== 'upsert') return encoded;
  const { redirectedFrom: from } = write;
  return {
    ...{ ...encoded, content: undefined, diff: undefined, redirectedFrom: undefined },
    ...(from ? { from: pageArguments(from) } : {}),
  };
}
