import { nameOf } from './fingerprint.js';

/** Identifies everything of a chunk that an index stores. */
export const chunkVersion = ({
  text,
  headingPath,
  url,
}: {
  readonly text: string;
  readonly headingPath: readonly string[];
  readonly url: string;
}): string => nameOf([text, headingPath, url]);
