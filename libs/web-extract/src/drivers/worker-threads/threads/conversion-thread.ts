import { joinInSteps } from '../../../model/join-in-steps.js';
import type { ConversionRequest } from '../../../model/page/conversion.js';
import type { ConversionJob, ConversionReply } from '../worker.js';
import { ReturnedBuffer } from './returned-buffer.js';
import { WorkThread, type RunOptions, type WorkThreadOptions } from './work-thread.js';

interface ConversionThreadOptions extends WorkThreadOptions {
  /** Sends each body in memory of exactly its size, in which a reader that reads too far fails. */
  readonly exactBodies: boolean;
}

/** Larger bodies are copied in steps, and their memory is freed rather than kept for others. */
const MOST_RETURNED_BYTES = 1024 * 1024;

/** A thread that converts pages, with the memory in which their bodies are sent. */
export class ConversionThread extends WorkThread<ConversionJob, ConversionReply> {
  private readonly bodies = new ReturnedBuffer();
  private readonly exactBodies: boolean;

  constructor({ exactBodies, ...options }: ConversionThreadOptions) {
    super(options);
    this.exactBodies = exactBodies;
  }

  /** The request with a copy of its body to transfer: the caller keeps its own. */
  async jobOf(request: ConversionRequest): Promise<ConversionJob> {
    const returnsBody = !this.exactBodies && request.body.length <= MOST_RETURNED_BYTES;
    const body = returnsBody ? this.bodies.fill(request.body) : await joinInSteps([request.body]);
    return { ...request, body, returnsBody };
  }

  override async run(job: ConversionJob, options?: RunOptions): Promise<ConversionReply> {
    const reply = await super.run(job, { ...options, transfer: [job.body.buffer] });
    if (reply.returned) this.bodies.takeBack(reply.returned);
    return reply;
  }
}
