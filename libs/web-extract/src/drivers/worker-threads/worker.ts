import { parentPort } from 'node:worker_threads';
import { convertPage } from '../../engine/convert/convert-page.js';
import type { Conversion, ConversionRequest } from '../../model/conversion.js';
import { describeError, type ErrorDescription } from './error-description.js';

/** What a thread answers; errors as data, for their classes do not cross. */
export type ConversionReply = { readonly conversion: Conversion } | { readonly error: ErrorDescription };

async function convert(request: ConversionRequest): Promise<ConversionReply> {
  try {
    return { conversion: await convertPage(request) };
  } catch (error) {
    return { error: describeError(error) };
  }
}

// The script of a conversion thread: one request in, one reply out.
parentPort?.on('message', async (request: ConversionRequest) => {
  parentPort?.postMessage(await convert(request));
});
