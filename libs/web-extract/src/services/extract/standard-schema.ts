/** A schema of a library that implements Standard Schema, such as zod. @see https://standardschema.dev */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    /** States the JSON schema of the values that `validate` takes: zod from 4.2 on. */
    readonly jsonSchema: {
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
    };
  };
}

/** Result of a validation by a Standard Schema. */
export type StandardResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

const MAX_ISSUES = 12;

/** Validates a value, as the check of an extraction. @throws Error naming the issues */
export async function validateStandard<T>(schema: StandardSchema<T>, data: unknown): Promise<T> {
  const result = await schema['~standard'].validate(data);
  if (!result.issues) return (result as { readonly value: T }).value;
  throw new Error(result.issues.slice(0, MAX_ISSUES).map(sayIssue).join('; '));
}

function sayIssue({ path = [], message }: StandardIssue): string {
  const names = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return names.length === 0 ? message : `${names.join('.')}: ${message}`;
}
