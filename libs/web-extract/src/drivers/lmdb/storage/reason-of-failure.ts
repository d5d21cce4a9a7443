/**
 * Returns why a write failed. LMDB tells it by another promise than that of the write, whose rejection would end the process if
 * nobody handled it.
 */
export async function reasonOfFailure(error: unknown): Promise<unknown> {
  const reason = (error as { readonly commitError?: Promise<never> } | null)?.commitError;
  return Promise.resolve(reason).then(
    () => error,
    (why: unknown) => why,
  );
}
