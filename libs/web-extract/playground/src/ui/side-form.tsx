import type { ComponentChildren } from 'preact';

interface SideFormProps {
  /** Accessible name of the form. */
  readonly label: string;
  readonly send: () => void;
  readonly children: ComponentChildren;
}

/** Form beside the result. Ctrl+Enter or Cmd+Enter submits it from every field. */
export function SideForm({ label, send, children }: SideFormProps) {
  return (
    <form
      class="side"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        send();
      }}
    >
      {children}
    </form>
  );
}
