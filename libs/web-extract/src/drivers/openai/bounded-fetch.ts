/** Maximum size of a response body in bytes after decompression: ten times that of the longest model answers. */
export const MAX_REPLY_BYTES = 4 * 1024 * 1024;

/** Maximum number of bytes read from an error response. */
const MAX_REFUSAL_BYTES = 64 * 1024;

/** The response of the endpoint exceeds the size limit. */
export class ReplyTooLarge extends Error {
  constructor() {
    super(`the model's endpoint answered more than ${MAX_REPLY_BYTES} bytes`);
  }
}

/**
 * Does not follow redirects: the page and our headers would be sent to another server. Reading the body fails if it
 * is larger
 * than {@link MAX_REPLY_BYTES}.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  const { status, statusText, headers, body } = response;
  const bound = response.ok ? upTo(MAX_REPLY_BYTES, fail) : upTo(MAX_REFUSAL_BYTES, end);
  return new Response(body?.pipeThrough(bound) ?? null, { status, statusText, headers });
};

type Controller = TransformStreamDefaultController<Uint8Array>;

const fail = (controller: Controller) => controller.error(new ReplyTooLarge());
const end = (controller: Controller) => controller.terminate();

function upTo(
  maxBytes: number,
  stop: (controller: Controller) => void,
): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > maxBytes) stop(controller);
      else controller.enqueue(chunk);
    },
  });
}
