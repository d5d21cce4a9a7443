import { useCallback, useState } from 'preact/hooks';

const PREFIX = 'web-extract:';

/** Reads a value from the session storage of the tab. */
export function readKept<T>(name: string, fallback: T): T {
  try {
    const text = sessionStorage.getItem(PREFIX + name);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback; // storage is disabled or contains another value
  }
}

/** Stores a value in the session storage of the tab; null removes it. @returns whether it was stored */
export function keep(name: string, value: unknown): boolean {
  try {
    if (value === null || value === undefined) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false; // storage is disabled or full: the value is lost on reload
  }
}

/** A state that survives a reload of the page. */
export function useKept<T>(name: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => readKept(name, initial));
  const set = useCallback(
    (next: T) => {
      keep(name, next);
      setValue(next);
    },
    [name],
  );
  return [value, set];
}
