import { useId } from 'preact/hooks';

/** Values of a form by field name. */
export type Values = Readonly<Record<string, string | boolean | readonly string[]>>;

interface Common {
  /** Name of the value and of the field of the API. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
}

export type FieldSpec =
  | (Common & {
      readonly kind: 'text';
      readonly placeholder?: string;
      /** Values that are offered; others can be entered. */
      readonly suggestions?: readonly string[];
    })
  | (Common & {
      readonly kind: 'number';
      readonly placeholder?: string;
      readonly unit?: string;
      readonly min?: number;
    })
  | (Common & { readonly kind: 'lines'; readonly placeholder?: string })
  | (Common & { readonly kind: 'switch'; readonly isOn?: boolean })
  | (Common & {
      readonly kind: 'choice';
      readonly words: readonly (readonly [word: string, label: string])[];
    })
  | (Common & {
      readonly kind: 'chips';
      readonly words: readonly (readonly [word: string, label: string])[];
    });

interface FieldProps {
  readonly spec: FieldSpec;
  readonly values: Values;
  readonly set: (name: string, value: string | boolean | readonly string[]) => void;
}

/** Form control with label and hint. */
export function Field({ spec, values, set }: FieldProps) {
  const id = useId();
  const hint = spec.hint === undefined ? null : <small id={`${id}-hint`}>{spec.hint}</small>;
  const described = spec.hint === undefined ? {} : { 'aria-describedby': `${id}-hint` };
  if (spec.kind === 'switch') {
    const isOn = (values[spec.name] as boolean | undefined) ?? spec.isOn ?? false;
    return (
      <div class="field field-switch">
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={isOn}
          {...described}
          onChange={(event) => set(spec.name, event.currentTarget.checked)}
        />
        <label for={id}>{spec.label}</label>
        {hint}
      </div>
    );
  }
  if (spec.kind === 'chips') return <Chips spec={spec} values={values} set={set} />;
  const value = String(values[spec.name] ?? (spec.kind === 'choice' ? spec.words[0]![0] : ''));
  const suggestions = (spec.kind === 'text' && spec.suggestions) || [];
  const common = {
    id,
    value,
    ...described,
    onInput: (event: { currentTarget: { value: string } }) => set(spec.name, event.currentTarget.value),
  };
  return (
    <div class="field">
      <label for={id}>
        {spec.label}
        {spec.kind === 'number' && spec.unit && <span class="unit">{spec.unit}</span>}
      </label>
      {spec.kind === 'lines' ? (
        <textarea {...common} rows={2} placeholder={spec.placeholder} spellcheck={false} />
      ) : spec.kind === 'choice' ? (
        <select {...common}>
          {spec.words.map(([word, label]) => (
            <option key={word} value={word}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type={spec.kind}
          list={suggestions.length > 0 ? `${id}-list` : undefined}
          placeholder={spec.placeholder}
          min={spec.kind === 'number' ? spec.min : undefined}
          spellcheck={false}
          autocomplete="off"
        />
      )}
      {suggestions.length > 0 && (
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
      {hint}
    </div>
  );
}

type ChipsSpec = Extract<FieldSpec, { kind: 'chips' }>;

/** Words of which any number may be chosen. */
function Chips({ spec, values, set }: FieldProps & { readonly spec: ChipsSpec }) {
  const chosen = (values[spec.name] as readonly string[] | undefined) ?? [];
  const toggle = (word: string) =>
    set(spec.name, chosen.includes(word) ? chosen.filter((other) => other !== word) : [...chosen, word]);
  return (
    <fieldset class="field">
      <legend>{spec.label}</legend>
      <div class="chips">
        {spec.words.map(([word, label]) => (
          <label class="chip" key={word}>
            <input type="checkbox" checked={chosen.includes(word)} onChange={() => toggle(word)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {spec.hint && <small>{spec.hint}</small>}
    </fieldset>
  );
}

export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly FieldSpec[];
}

/** Options that most people leave alone, folded away by theme. */
export function Groups({
  groups,
  values,
  set,
}: Omit<FieldProps, 'spec'> & { readonly groups: readonly FieldGroup[] }) {
  return (
    <div class="groups">
      {groups.map(({ title, fields }) => {
        const changed = fields.filter(({ name }) => isSet(values[name])).length;
        return (
          <details class="group" key={title}>
            <summary>
              {title}
              {changed > 0 && <span class="dot">{changed}</span>}
            </summary>
            <div class="group-body">
              {fields.map((spec) => (
                <Field key={spec.name} spec={spec} values={values} set={set} />
              ))}
            </div>
          </details>
        );
      })}
    </div>
  );
}

function isSet(value: Values[string] | undefined): boolean {
  return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
}
