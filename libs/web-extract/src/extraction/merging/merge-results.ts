import { ExtractionFailedError } from '../../model/errors.js';
import type { ExtractionRequest, JsonSchema, ModelUsage } from '../../model/extraction/extraction.js';
import type { MergingResult, PagePart } from '../../ports/extraction-compute.port.js';
import type { LanguageModel, ModelMessage } from '../../ports/language-model.port.js';
import { parseAnswer } from '../asking/parse-answer.js';
import { writeMergedRepair, writeUnion } from '../asking/write-question.js';
import { checkObject } from '../check-object.js';
import { OutputSchema, type Checked } from '../output-schema.js';
import { bestSupported } from './best-supported.js';
import { mergeStated } from './merge-stated.js';
import { sourcesOf } from './sources-of.js';
import { chosenValue, statedBy, type ChosenValue } from './stated-value.js';

/** Maximum size of the data of all pages sent to the model, in characters of JSON. */
const MAX_UNION_CHARS = 60_000;

/**
 * Merges the data of several pages: lists are joined without duplicates; for a scalar, the value with the best evidence
 * is used.
 *
 * @throws ExtractionFailedError if the merged data does not satisfy the schema after one repair
 */
export function mergeResults(
  parts: readonly PagePart[],
  request: ExtractionRequest,
  model: LanguageModel | null,
): Promise<MergingResult> {
  return new Gathering(parts, request, model).run();
}

class Gathering {
  private usage: ModelUsage = { calls: 0, promptTokens: 0, completionTokens: 0 };
  private readonly warnings: string[] = [];

  constructor(
    private readonly parts: readonly PagePart[],
    private readonly request: ExtractionRequest,
    private readonly model: LanguageModel | null,
  ) {}

  async run(): Promise<MergingResult> {
    const { schema } = this.request;
    const chosen = chosenValue(this.merged(), bestSupported);
    const data = schema
      ? await this.validate(chosen, OutputSchema.of(schema), schema)
      : await this.unite(chosen);
    return { data, ...sourcesOf(data, chosen, this.parts), usage: this.usage, warnings: this.warnings };
  }

  private merged() {
    const stated = this.parts.map(({ data, evidence }, source) =>
      statedBy(source, data, new Map(evidence.map((one) => [one.path, one]))),
    );
    return stated.reduce(mergeStated, { kind: 'empty', value: {} });
  }

  private async validate({ value }: ChosenValue, shape: OutputSchema, schema: JsonSchema): Promise<unknown> {
    const first = await shape.check(value);
    if (first.isFine) return first.value;
    if (!this.model) throw unusable(first);
    const problems = first.problems.map(({ message }) => message);
    const second = await shape.check(
      await this.ask(writeMergedRepair(schema, value, problems), shape.schema),
    );
    if (second.isFine) return second.value;
    throw unusable(second);
  }

  /** Merges structures chosen by the model, which may differ between pages. */
  private async unite({ value }: ChosenValue): Promise<unknown> {
    const first = checkObject(value);
    if (!first.isFine) throw unusable(first);
    if (!this.model || this.isOfOneStructure()) return first.value;
    const found = this.parts.map(({ data }) => data);
    const { prompt = 'all of it' } = this.request;
    if (JSON.stringify(found).length > MAX_UNION_CHARS) return this.apart(first.value);
    const united = checkObject(await this.ask(writeUnion(prompt, found), null).catch(forGivenUp));
    return united.isFine ? united.value : this.apart(first.value);
  }

  private apart(value: unknown): unknown {
    this.warnings.push('The pages were read in structures of their own; a schema gives them one');
    return value;
  }

  /** True if each page shares a root property with the first one. */
  private isOfOneStructure(): boolean {
    const names = this.parts
      .map(({ data }) => new Set(Object.keys(data ?? {})))
      .filter(({ size }) => size > 0);
    const [first = new Set<string>(), ...others] = names;
    return others.every((own) => [...own].some((name) => first.has(name)));
  }

  private async ask(messages: readonly ModelMessage[], schema: JsonSchema | null): Promise<unknown> {
    const { temperature } = this.request;
    const question = { messages, schema, ...(temperature === undefined ? {} : { temperature }) };
    const answer = await this.model!.ask(question, Infinity, NEVER);
    this.usage = answer.usage;
    return parseAnswer(answer.text);
  }
}

/** the host enforces the timeout of the question */
const NEVER = new AbortController().signal;

function forGivenUp(error: unknown): undefined {
  if (!(error instanceof ExtractionFailedError)) throw error;
}

function unusable(checked: Checked): ExtractionFailedError {
  const [first] = checked.isFine ? [] : checked.problems;
  return new ExtractionFailedError(
    `the pages together do not state the requested data: ${first?.message ?? 'it is empty'}`,
  );
}
