import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { convertPage } from '../../convert/convert-page.js';
import type { Conversion, ConversionRequest } from '../../model/page/conversion.js';
import { describeError, type ErrorDescription } from './error-description.js';
import { setThreadSignals, threadSignals } from '../../concurrency/thread-signals.js';
import { loadRules } from './load-rules.js';
import { SharedSignals } from './threads/shared-signals.js';
import type { ThreadData } from './threads/work-thread.js';

/** Initial data of a conversion thread. */
export interface ConversionThreadData {
  /** Address of the module with the host's rules. */
  readonly markdownRules: string | undefined;
}

/** A request whose body was transferred. */
export type ConversionJob = ConversionRequest & {
  readonly body: Uint8Array<ArrayBuffer>;
  /** True if the reply transfers the memory of the body back. */
  readonly returnsBody: boolean;
};

/** Result of a conversion; errors as data, because classes cannot be cloned. */
type Outcome = { readonly conversion: Conversion } | { readonly error: ErrorDescription };

/** Reply of a conversion thread. */
export type ConversionReply = Outcome & {
  /** Memory that its heap has reserved from the system, used or not. */
  readonly heapBytes: number;
  /** Memory of the body. */
  readonly returned?: ArrayBuffer;
};

const { markdownRules: file, signals } = workerData as ConversionThreadData & ThreadData;
setThreadSignals(new SharedSignals(signals).ofThread());
const rules = file === undefined ? undefined : loadRules(file);
rules?.catch(() => {}); // each conversion reports it

async function convert(request: ConversionRequest): Promise<Outcome> {
  try {
    return { conversion: await convertPage(request, await rules) };
  } catch (error) {
    return { error: describeError(error) };
  }
}

// The script of a conversion thread: one request in, one reply out.
parentPort?.on('message', async (job: ConversionJob) => {
  threadSignals().report();
  const outcome = await convert(job);
  const reply: ConversionReply = { ...outcome, heapBytes: getHeapStatistics().total_heap_size };
  const { buffer } = job.body;
  if (job.returnsBody && !isDetached(buffer))
    parentPort?.postMessage({ ...reply, returned: buffer } satisfies ConversionReply, [buffer]);
  else parentPort?.postMessage(reply);
});

/** True if a reader has transferred the memory elsewhere: memory that is returned is never empty. */
function isDetached({ byteLength }: ArrayBuffer): boolean {
  return byteLength === 0;
}
