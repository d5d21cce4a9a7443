import { useId } from 'preact/hooks';

interface UrlBarProps {
  readonly value: string;
  readonly set: (value: string) => void;
  /** Label of the button. */
  readonly action: string;
  readonly isBusy: boolean;
  readonly label?: string;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
}

/** URL field with the submit button. */
export function UrlBar({
  value,
  set,
  action,
  isBusy,
  label = 'URL',
  placeholder = 'https://example.com',
  isRequired = true,
}: UrlBarProps) {
  const id = useId();
  return (
    <div class="url-bar">
      <label for={id}>{label}</label>
      <div class="row">
        <input
          id={id}
          type="text"
          inputMode="url"
          value={value}
          placeholder={placeholder}
          required={isRequired}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          onInput={(event) => set(event.currentTarget.value)}
        />
        <button type="submit" class="button button-main" disabled={isBusy}>
          {isBusy ? <span class="spinner" aria-hidden="true" /> : null}
          {action}
        </button>
      </div>
    </div>
  );
}
