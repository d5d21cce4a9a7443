import { useCallback, useState } from 'preact/hooks';

const PREFIX = 'web-extract:';

/** Reads what is kept for this tab of the browser; it is gone when the tab is closed. */
function readKept<T>(name: string, fallback: T): T {
  try {
    const text = sessionStorage.getItem(PREFIX + name);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback; // storage is off, or holds something else
  }
}

export function keep(name: string, value: unknown): void {
  try {
    if (value === null || value === undefined) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // storage is off or full: it is only lost on a reload
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
