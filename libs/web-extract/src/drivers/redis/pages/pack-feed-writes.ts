import type { FeedWrite } from '../../../model/change-log.js';
import type { HistoryKey } from '../../../model/snapshot.js';
import { feedIdsOf } from '../../page-store/feed-rows.js';
import { packRow } from '../../page-store/pack-row.js';
import { placeOf } from './place-of.js';

/** Encodes changes of feeds for `record`: as JSON, then their contents. */
export async function packFeedWrites(writes: readonly FeedWrite[] = []): Promise<(string | Buffer)[]> {
  const contents = await Promise.all(
    writes.map((write) => (write.kind === 'upsert' ? packRow(write.content) : Buffer.alloc(0))),
  );
  return [JSON.stringify(writes.map(encodeWrite)), ...contents];
}

function encodeWrite(write: FeedWrite): object {
  const { key, ...rest } = write;
  const encoded = { ...rest, ...namesOf(key), feed: feedIdsOf(key).id, variant: key.variant };
  if (write.kind === 'moved') return { ...encoded, to: namesOf(write.to) };
  if (write.kind !== 'upsert') return encoded;
  const { redirectedFrom: from } = write;
  return {
    ...{ ...encoded, content: undefined, redirectedFrom: undefined },
    ...(from ? { from: namesOf(from) } : {}),
  };
}

function namesOf(key: HistoryKey): { readonly host: string; readonly page: string; readonly alias: string } {
  const [, , host, page, alias] = placeOf(key);
  return { host, page, alias };
}
