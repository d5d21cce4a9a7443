import { ExtractionFailedError } from '../model/errors.js';
import type { ExtractionRequest, JsonSchema, ModelUsage } from '../model/extraction/extraction.js';
import type { StructuredData } from '../model/page/structured-data.js';
import type {
  ExtractionOptions,
  ExtractionResult,
  ExtractionSource,
} from '../ports/extraction-compute.port.js';
import type { LanguageModel } from '../ports/language-model.port.js';
import { NOT_STATED_IN_DATA } from './absent-values.js';
import { PromptLoop } from './asking/prompt-loop.js';
import { collectEvidence } from './evidence/collect-evidence.js';
import { asksForMore } from './mapping/asks-for-more.js';
import { mapStatedData, type StatedAnswer } from './mapping/map-stated-data.js';
import type { PageStatements } from './mapping/stated-page.js';
import { wordsOf } from './mapping/words-of.js';
import { mergeAnswers } from './merging/merge-answers.js';
import { checkObject } from './check-object.js';
import { noModel } from './no-model.js';
import { ownValue } from './own-value.js';
import { OutputSchema, type Checked, type OwnCheck } from './output-schema.js';

/** Dependencies of an extraction. */
interface ExtractorTools {
  /** Null: only structured data of the page is used. */
  readonly model: LanguageModel | null;
  readonly ownCheck: OwnCheck | null;
  /** Random delimiter of the page in questions, which the author of the page cannot guess. */
  readonly mark: string;
}

const NOTHING_STATED: StructuredData = { items: [], tables: [], pairs: [], heading: null };
const NO_USAGE: ModelUsage = { calls: 0, promptTokens: 0, completionTokens: 0 };
const NOTHING: StatedAnswer = { data: {}, statements: new Map(), missing: [] };
const MAX_STRUCTURED_CHARS = 200_000;
const MAX_NAMED = 10;

/**
 * Extracts structured data from one page: from its own structured data if sufficient, otherwise with a language model.
 * The time is not bounded, so it must not run on the event loop of a host: see `RemoteExtractor`.
 *
 * @throws NotConfiguredError if the structured data of the page is insufficient and no model is configured;
 * ExtractionFailedError if the model returns no valid answer; InvalidRequestError for an invalid schema
 */
export async function extract(
  source: ExtractionSource,
  request: ExtractionRequest,
  options: Pick<ExtractionOptions, 'dataFirst' | 'maxInputTokens'>,
  { model, ownCheck, mark }: ExtractorTools,
): Promise<ExtractionResult> {
  const shape = request.schema ? shapeOf(request.schema, request.isPart, ownCheck) : null;
  const facts = { ...source, structured: statedBy(source) };
  const run = new ExtractionRun(facts, source.text, request, shape);
  if (options.dataFirst) await run.readStatements();
  if (run.isAnswered) return run.result(NO_USAGE, null);
  if (!model) return run.withoutModel();
  if (source.text.trim() === '' && facts.structured.items.length === 0) {
    throw new ExtractionFailedError('the page has no text');
  }
  return run.withModel(model, options.maxInputTokens, mark);
}

function shapeOf(schema: JsonSchema, isPart = false, ownCheck: OwnCheck | null): OutputSchema {
  return isPart ? OutputSchema.ofPart(schema) : OutputSchema.of(schema, ownCheck);
}

function statedBy({ structured }: ExtractionSource): StructuredData {
  return structured === null ? NOTHING_STATED : (JSON.parse(structured) as StructuredData);
}

/** Extraction from one page. */
class ExtractionRun {
  private stated: StatedAnswer = NOTHING;
  private checked: Checked = { isFine: false, value: undefined, problems: [] };
  private readonly warnings: string[] = [];

  constructor(
    private readonly facts: PageStatements,
    private readonly text: string,
    private readonly request: ExtractionRequest,
    private readonly shape: OutputSchema | null,
  ) {}

  async readStatements(): Promise<void> {
    if (!this.shape) return;
    this.stated = mapStatedData(this.shape.schema, this.facts);
    if (Object.keys(this.stated.data).length > 0) this.checked = await this.shape.check(this.stated.data);
  }

  /** True if the structured data of the page answers the request completely and in the right form. */
  get isAnswered(): boolean {
    return this.checked.isFine && this.stated.missing.length === 0 && !this.isInstructed;
  }

  /** True if the request contains instructions that structured data may not satisfy. */
  private get isInstructed(): boolean {
    const { prompt = '', systemPrompt = '' } = this.request;
    const schema = this.shape?.schema ?? {};
    const own = new Set(wordsOf(JSON.stringify(schema)));
    return asksForMore(`${prompt} ${systemPrompt}`, own);
  }

  /** @throws NotConfiguredError, with the values found, if the structured data lacks required values */
  withoutModel(): ExtractionResult {
    if (!this.checked.isFine) throw noModel(this.foundValues(), this.missingValues());
    if (this.isInstructed)
      this.warnings.push('The prompt was not considered: no language model is configured');
    if (this.stated.missing.some((name) => !Object.hasOwn(this.stated.data, name)))
      this.warnings.push(this.unstated());
    return this.result(NO_USAGE, null);
  }

  /** Required properties that the structured data lacks. */
  private missingValues(): readonly string[] {
    const required: unknown = this.shape?.schema['required'];
    if (!Array.isArray(required)) return [];
    return required.map(String).filter((name) => !Object.hasOwn(this.stated.data, name));
  }

  /** Valid properties from the structured data; undefined if there are none. */
  private foundValues(): Record<string, unknown> | undefined {
    if (this.checked.isFine) return undefined;
    const wrong = new Set(this.checked.problems.map(({ property }) => property));
    const entries = Object.entries(this.stated.data).filter(([name]) => !wrong.has(name));
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  }

  async withModel(model: LanguageModel, maxInputTokens: number, mark: string): Promise<ExtractionResult> {
    const open = this.openProperties();
    const schema = this.shape && (open === null ? this.shape.schema : this.shape.pick(open));
    const check = (answer: unknown) => this.check(answer, open);
    const subject = { request: this.request, schema, facts: this.facts, text: this.text, mark, check };
    const loop = new PromptLoop(model, subject, maxInputTokens);
    let value: unknown;
    try {
      value = await loop.run();
    } catch (error) {
      if (open === null || !this.checked.isFine || !(error instanceof ExtractionFailedError)) throw error;
      return this.withoutAnswer(error, loop.usage);
    }
    this.checked = { isFine: true, value };
    if (open === null) this.stated = NOTHING;
    if (loop.leftOut > 0) this.warnings.push('The page is too long for the model; its end was not read');
    return this.result(loop.usage, loop.modelName);
  }

  /** Falls back to the structured data, which satisfies the schema, without the additional values of the model. */
  private withoutAnswer({ message }: ExtractionFailedError, usage: ModelUsage): ExtractionResult {
    this.warnings.push(message, this.unstated());
    return this.result(usage, null);
  }

  private unstated(): string {
    const absent = this.stated.missing.filter((name) => !Object.hasOwn(this.stated.data, name));
    return NOT_STATED_IN_DATA + named(absent);
  }

  /**
   * Properties requested from the model; null: all. Includes properties for which the structured data has an invalid
   * value.
   */
  private openProperties(): string[] | null {
    if (!this.shape?.isSeparable || this.isInstructed || Object.keys(this.stated.data).length === 0)
      return null;
    const wrong = this.checked.isFine ? [] : this.checked.problems.map(({ property }) => property);
    if (wrong.includes(null)) return null;
    return [...new Set([...this.stated.missing, ...wrong.filter((name) => name !== null)])];
  }

  private async check(answer: unknown, open: readonly string[] | null): Promise<Checked> {
    if (!this.shape) return Promise.resolve(checkObject(answer, this.request.isPart));
    return this.shape.check(open === null ? answer : this.complete(answer, open));
  }

  /** Merges the structured data and the model answer. Each list is taken from one of them as a whole. */
  private complete(answer: unknown, open: readonly string[]): unknown {
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer;
    const found = answer as Record<string, unknown>;
    const names = [...new Set([...Object.keys(this.stated.data), ...Object.keys(found)])];
    return Object.fromEntries(
      names.map((name) => [
        name,
        open.includes(name)
          ? this.either(name, ownValue(found, name))
          : (ownValue(this.stated.data, name) ?? ownValue(found, name)),
      ]),
    );
  }

  private either(name: string, found: unknown): unknown {
    const stated = ownValue(this.stated.data, name);
    if (found === null || found === undefined || (Array.isArray(found) && found.length === 0))
      return stated ?? found;
    const isObject = [stated, found].every(
      (one) => typeof one === 'object' && one !== null && !Array.isArray(one),
    );
    return isObject ? mergeAnswers([stated, found]) : found;
  }

  result(usage: ModelUsage, model: string | null): ExtractionResult {
    const { value } = this.checked;
    const statements = new Map(
      [...this.stated.statements].filter(([path]) => isStill(path, this.stated.data, value)),
    );
    const read = { text: this.text, besides: this.besides(), language: this.facts.metadata.language };
    const evidence = collectEvidence(value, read, statements, this.shape?.schema ?? null);
    const unfound = evidence
      .filter(({ found }) => found === 'no')
      .map(({ path }) => path.slice(1).replaceAll('/', '.'));
    if (unfound.length > 0) this.warnings.push(`Not found on the page, may be invented: ${named(unfound)}`);
    return { extraction: { data: value, evidence, model, usage }, warnings: this.warnings };
  }

  /** Page content outside the extracted text. */
  private besides(): string {
    const { url, metadata, structured } = this.facts;
    const { openGraph: _graph, meta: _meta, ...head } = metadata;
    return [
      url,
      ...Object.values(head).filter((one) => one !== null),
      ...Object.values(metadata.meta).flat(),
      ...structured.pairs.flatMap(({ name, value }) => [name, value]),
      JSON.stringify(structured.items.map(({ value }) => value)).slice(0, MAX_STRUCTURED_CHARS),
    ].join('\n');
  }
}

/** True if the model answer did not replace the value from the structured data. */
function isStill(path: string, stated: unknown, value: unknown): boolean {
  const name = path.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
  const [a, b] = [stated, value].map((one) => ownValue(one, name));
  return b !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

function named(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
