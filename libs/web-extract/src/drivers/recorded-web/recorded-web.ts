import type { ResolvedOptions } from '../../model/options.js';
import type { Fetcher } from '../../ports/fetcher.port.js';
import { parseAllowList } from '../../web/url/allow-list.js';
import { UndiciFetcher } from '../http/undici.fetcher.js';
import { Recording } from './recording.js';
import { RecordingFetcher } from './recording.fetcher.js';
import { ReplayingFetcher } from './replaying.fetcher.js';

/** A fetcher that sends each request once and records the responses in `dir`. */
export function recordWeb(dir: string, options: ResolvedOptions): Fetcher {
  const recording = new Recording(dir);
  const live = new UndiciFetcher({ ...options, ...options.limits });
  const replay = replayOf(recording, options, false);
  return new RecordingFetcher(live, recording, replay, parseAllowList(options.allowPrivate));
}

/** A fetcher that answers from the recording in `dir`. */
export const replayWeb = (dir: string, options: ResolvedOptions, timing: boolean): Fetcher =>
  replayOf(new Recording(dir), options, timing);

function replayOf(
  recording: Recording,
  { allowPrivate, limits }: ResolvedOptions,
  timing: boolean,
): ReplayingFetcher {
  return new ReplayingFetcher(recording, {
    allowed: parseAllowList(allowPrivate),
    timing,
    maxBytes: limits.maxBodyBytes,
  });
}
