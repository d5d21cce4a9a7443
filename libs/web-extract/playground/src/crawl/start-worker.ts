interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

/** Where the browser checks what scripts are run, only that of our own server is. */
export function startWorker(url: string): Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (new URL(url).origin !== location.origin) throw new Error('The worker lies elsewhere');
  policy ??= trustedTypes?.createPolicy('playground', { createScriptURL: (address) => address });
  return new Worker(policy?.createScriptURL(url) ?? url, { type: 'module' });
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;
