import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icons.js';

interface KeyFieldProps {
  readonly value: string;
  readonly set: (key: string) => void;
  /** Counts how often somebody asked for the field. */
  readonly asked: number;
}

/** The key, which is kept for this tab of the browser and sent to this server alone. */
export function KeyField({ value, set, asked }: KeyFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(false);
  useLayoutEffect(() => void (asked > 0 && (input.current?.focus(), input.current?.select())), [asked]);
  return (
    <form class={`key ${value === '' ? 'key-missing' : ''}`} onSubmit={(event) => event.preventDefault()}>
      <label for={id}>
        <Icon name="key" />
        <span class="offscreen">API key</span>
      </label>
      <input
        ref={input}
        id={id}
        type={isShown ? 'text' : 'password'}
        value={value}
        placeholder="API key"
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => set(event.currentTarget.value.trim())}
      />
      {value !== '' && (
        <button
          type="button"
          class="button button-bare"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      )}
    </form>
  );
}
