/** Set by the build. */
declare const __VERSION__: string;
declare const __DOCUMENTATION__: string;

/** Version and links to the documentation. `assets` is the folder of the files of the page. */
export function PageFooter({ assets }: { readonly assets: string }) {
  return (
    <footer class="page-footer">
      <span>nestjs-web-extract {__VERSION__}</span>
      <nav class="row" aria-label="Documentation">
        <a href={__DOCUMENTATION__} target="_blank" rel="noopener noreferrer">
          Documentation
        </a>
        <a href={`${assets}openapi.json`} target="_blank" rel="noopener noreferrer">
          OpenAPI
        </a>
        <a href={`${assets}licences.txt`} target="_blank" rel="noopener noreferrer">
          Licenses
        </a>
      </nav>
    </footer>
  );
}
