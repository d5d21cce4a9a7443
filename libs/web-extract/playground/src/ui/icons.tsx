const PATHS = {
  sun: 'M12 4V2m0 20v-2m8-8h2M2 12h2m13.7-5.7 1.4-1.4M4.9 19.1l1.4-1.4m0-11.4L4.9 4.9m14.2 14.2-1.4-1.4M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  key: 'M14.5 9.5 21 3m-3 3 2 2m-6.6 2.6a4.5 4.5 0 1 1-6.4 6.4 4.5 4.5 0 0 1 6.4-6.4Z',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  check: 'm5 12.5 4.5 4.5L19 7',
  file: 'M7 3h7l4 4v14H7zM14 3v4h4',
  close: 'm6 6 12 12M18 6 6 18',
  out: 'M8 16 18 6m-8 0h8v8',
  down: 'M12 4v12m-5-5 5 5 5-5M5 20h14',
} as const;

/** A picture that says nothing its label does not. */
export function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
