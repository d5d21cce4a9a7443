/** Result of a step, or its error. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown };

export function outcomeOf(step: () => unknown): Outcome {
  try {
    return { value: step() };
  } catch (error) {
    return { error };
  }
}
