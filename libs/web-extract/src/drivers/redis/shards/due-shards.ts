/** Shards by their places in a reply. */
export const dueShards = (reply: unknown, shards: readonly number[]): number[] =>
  (reply as number[]).map((place) => shards[place - 1]!);
