import { useId, useRef } from 'preact/hooks';
import { jsonProblem, placeIn } from '../ui/json-problem.js';

interface SchemaEditorProps {
  readonly text: string;
  readonly set: (text: string) => void;
  /** Validation message of the server. */
  readonly refusal?: string | undefined;
}

const INDENT = '  ';

/** Syntax error of a schema; null if there is none. */
export function schemaProblem(text: string): { readonly at: number; readonly message: string } | null {
  if (text.trim() === '') return null;
  const problem = jsonProblem(text);
  if (problem) return problem;
  const value: unknown = JSON.parse(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? null : { at: 0, message: 'A schema must be an object' };
}

/** Editor for a JSON schema that marks the line of a syntax error. */
export function SchemaEditor({ text, set, refusal }: SchemaEditorProps) {
  const id = useId();
  const backdrop = useRef<HTMLPreElement>(null);
  const problem = schemaProblem(text);
  const place = problem && placeIn(text, problem.at);
  const lines = text.split('\n');
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLTextAreaElement }) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    continueLine(event.currentTarget, set);
  };
  const message =
    problem && place ? `Line ${place.line}, column ${place.column}: ${problem.message}` : refusal;
  return (
    <div class="field">
      <label for={id}>Schema</label>
      <div class={`code-edit ${message ? 'code-wrong' : ''}`}>
        <pre ref={backdrop} aria-hidden="true">
          {lines.map((line, at) => (
            <span key={at} class={place?.line === at + 1 ? 'line line-wrong' : 'line'}>
              {line}
              {'\n'}
            </span>
          ))}
        </pre>
        <textarea
          id={id}
          value={text}
          rows={Math.max(8, Math.min(20, lines.length + 1))}
          spellcheck={false}
          autocapitalize="off"
          wrap="off"
          aria-invalid={message !== undefined}
          aria-describedby={`${id}-problem`}
          onInput={(event) => set(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onScroll={({ currentTarget: { scrollTop, scrollLeft } }) =>
            backdrop.current?.scrollTo(scrollLeft, scrollTop)
          }
        />
      </div>
      <small id={`${id}-problem`} class={message ? 'wrong' : ''} role="status">
        {message ?? 'JSON Schema. Without one, the prompt determines the result.'}
      </small>
    </div>
  );
}

/** A new line begins below the last one; after a bracket one step further in. */
function continueLine(field: HTMLTextAreaElement, set: (text: string) => void): void {
  const { value, selectionStart, selectionEnd } = field;
  const line = value.slice(value.lastIndexOf('\n', selectionStart - 1) + 1, selectionStart);
  const indent = (/^\s*/.exec(line)?.[0] ?? '') + (/[{[]\s*$/.test(line) ? INDENT : '');
  field.setRangeText(`\n${indent}`, selectionStart, selectionEnd, 'end');
  set(field.value);
}
