import type { ComponentChildren } from 'preact';

interface SideFormProps {
  /** What is sent, for those who do not see it. */
  readonly label: string;
  readonly send: () => void;
  readonly children: ComponentChildren;
}

/** What is asked, beside what is answered; Ctrl or Cmd and Enter sends it from every field. */
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
