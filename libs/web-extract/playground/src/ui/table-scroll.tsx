import type { ComponentChildren } from 'preact';

/** Table that scrolls horizontally if it is wider than its place. */
export function TableScroll({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}) {
  return (
    <div class="table-scroll" role="group" aria-label={label} tabIndex={0}>
      <table class="table">{children}</table>
    </div>
  );
}
