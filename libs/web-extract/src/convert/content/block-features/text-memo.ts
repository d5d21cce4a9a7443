/** Maximum number of texts that are remembered, and of characters of each. */
const MAX_TEXTS = 4096;
const MAX_CHARS = 200;

/**
 * Results of a pure function of a short text and a context, such as the weights of a model, kept for the pages to come: the
 * menus, footers and class names of a site repeat on its pages. Cleared when it is full. Each conversion thread has its own.
 */
export class TextMemo<Context, Result> {
  private known = new Map<string, Result>();
  private context: Context | undefined;

  constructor(private readonly compute: (text: string, context: Context) => Result) {}

  get(text: string, context: Context): Result {
    if (text.length > MAX_CHARS) return this.compute(text, context);
    if (context !== this.context || this.known.size >= MAX_TEXTS) this.startAnew(context);
    return this.known.get(text) ?? this.remember(text, context);
  }

  private remember(text: string, context: Context): Result {
    const result = this.compute(text, context);
    this.known.set(copyOf(text), result);
    return result;
  }

  private startAnew(context: Context): void {
    this.known = new Map();
    this.context = context;
  }
}

/** A string that is kept: a part of a page's text would keep the whole page in memory. */
export const copyOf = (text: string): string => ` ${text}`.slice(1);
