/** A schema of OpenAPI 3.0. */
export type Schema = Readonly<Record<string, unknown>>;

/** Named schemas; they refer to one another below `#/components/schemas`. */
export type SchemaTable = Readonly<Record<string, Schema>>;

/** Description of one handler from the sources. */
export interface DescribedRoute {
  readonly summary: string;
  /** Name of the schema of its body, or of the options that a file is sent with. */
  readonly body?: string;
  readonly bodyKind?: 'json' | 'upload';
  readonly mayLackBody?: boolean;
  /** The fields of its query. */
  readonly query?: {
    readonly type: string;
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly required?: readonly string[];
  };
  readonly takesIdempotencyKey?: boolean;
  readonly answer: Schema;
  /** @default JSON */
  readonly answerKind?: 'stream' | 'markdown' | 'file';
}

/** Schema name prefix, which prevents conflicts with classes of the host. */
const PREFIX = 'WebExtract';

export const schemaName = (name: string): string => `${PREFIX}${name}`;
export const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${schemaName(name)}` });

/** Names of the schemas that something refers to. */
export function namesIn(value: unknown): string[] {
  const references = JSON.stringify(value).matchAll(
    new RegExp(`"#/components/schemas/${PREFIX}(\\w+)"`, 'g'),
  );
  return [...references].map(([, name = '']) => name);
}
