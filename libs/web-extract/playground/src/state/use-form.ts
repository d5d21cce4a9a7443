import { useCallback } from 'preact/hooks';
import type { Values } from '../ui/fields.js';
import { useKept } from './kept.js';

/** The values of a form, kept for the tab. */
export function useForm(name: string, initial: Values) {
  const [values, setValues] = useKept<Values>(`form:${name}`, initial);
  const set = useCallback(
    (field: string, value: Values[string]) => setValues({ ...values, [field]: value }),
    [values, setValues],
  );
  return { values, set, text: (field: string) => String(values[field] ?? '') };
}
