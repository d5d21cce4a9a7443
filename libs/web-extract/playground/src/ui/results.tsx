import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Layout of `styles/layout.css` with the results below the form. */
const STACKED = '(max-width: 800px)';

interface ResultsProps {
  readonly isBusy: boolean;
  readonly children: ComponentChildren;
}

/** Result of a form. Scrolls into view when a request starts and the form is above it. */
export function Results({ isBusy, children }: ResultsProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isBusy && matchMedia(STACKED).matches) section.current?.scrollIntoView({ block: 'start' });
  }, [isBusy]);
  return (
    <section class="results" aria-label="Result" aria-busy={isBusy} ref={section}>
      {children}
    </section>
  );
}
