import { useCallback, useRef } from 'preact/hooks';
import type { Values } from '../ui/fields.js';
import { useKept } from './kept.js';

/** The values of a form, kept for the tab. */
export function useForm(name: string, initial: Values) {
  const [values, setValues] = useKept<Values>(`form:${name}`, initial);
  const latest = useRef(values);
  latest.current = values;
  const replace = useCallback(
    (next: Values) => {
      latest.current = next; // several fields may change before the next render
      setValues(next);
    },
    [setValues],
  );
  const set = useCallback(
    (field: string, value: Values[string]) => replace({ ...latest.current, [field]: value }),
    [replace],
  );
  return { values, set, replace, text: (field: string) => String(values[field] ?? '') };
}
