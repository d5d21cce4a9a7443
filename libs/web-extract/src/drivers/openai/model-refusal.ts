/** Status codes of endpoints that reject an unknown parameter. */
const FORMAT_STATUSES = new Set([400, 415, 422, 501]);

/** An error response of the endpoint. The message contains the status only, because the body may quote the key. */
export class ModelRefusal extends Error {
  constructor(
    readonly status: number,
    private readonly said: string,
    readonly retryAfter: string | null,
    options?: ErrorOptions,
  ) {
    const isRedirect = status >= 300 && status < 400;
    super(
      `the model's endpoint answered ${status}${isRedirect ? ', a redirect, which is not followed' : ''}`,
      options,
    );
  }

  /** True if the same request may succeed later. */
  get isBusy(): boolean {
    return this.status === 429 || this.status === 408 || (this.status >= 500 && this.status !== 501);
  }

  get isTooLong(): boolean {
    return (
      this.status === 413 ||
      (this.status < 500 &&
        /context.{0,20}(length|window|size)|maximum context|too long|too many tokens/i.test(this.said))
    );
  }

  /** True if another response format may succeed. */
  get mayBeFormat(): boolean {
    return FORMAT_STATUSES.has(this.status) && !this.isTooLong && !this.isAboutTemperature;
  }

  /** True if only this schema is rejected, not the format itself. */
  get isAboutSchema(): boolean {
    return /invalid schema|schema.{0,30}(too|invalid|not valid)/i.test(this.said);
  }

  get isAboutTemperature(): boolean {
    return this.status < 500 && /temperature/i.test(this.said);
  }
}
