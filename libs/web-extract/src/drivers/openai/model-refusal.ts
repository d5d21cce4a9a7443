/** Statuses with which endpoints refuse a parameter that they do not know. */
const FORMAT_STATUSES = new Set([400, 415, 422, 501]);

/** The endpoint answered, and said no. The message names the status only: what it said may quote the key. */
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

  /** The same request may be taken later. */
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

  /** Another format of the answer may be taken. */
  get mayBeFormat(): boolean {
    return FORMAT_STATUSES.has(this.status) && !this.isTooLong && !this.isAboutTemperature;
  }

  /** Only this schema is refused, not the format as such. */
  get isAboutSchema(): boolean {
    return /invalid schema|schema.{0,30}(too|invalid|not valid)/i.test(this.said);
  }

  get isAboutTemperature(): boolean {
    return this.status < 500 && /temperature/i.test(this.said);
  }
}
