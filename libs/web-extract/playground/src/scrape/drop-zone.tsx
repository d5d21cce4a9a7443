import { useRef, useState } from 'preact/hooks';
import { size } from '../ui/format.js';
import { Icon } from '../ui/icons.js';

interface DropZoneProps {
  readonly file: File | null;
  readonly take: (file: File | null) => void;
}

/** Takes one file, dropped or chosen. */
export function DropZone({ file, take }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const putBack = () => {
    if (input.current) input.current.value = '';
    take(null);
  };
  return (
    <div
      class={`drop ${isOver ? 'drop-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files[0] ?? null);
      }}
    >
      <input
        ref={input}
        id="file"
        class="offscreen"
        type="file"
        aria-label="File to convert"
        onChange={(event) => take(event.currentTarget.files?.[0] ?? null)}
      />
      {file ? (
        <p class="row spread">
          <span class="row file-name">
            <Icon name="file" /> <b>{file.name}</b> <span class="quiet">{size(file.size)}</span>
          </span>
          <button type="button" class="button button-small" onClick={putBack} aria-label="Put the file back">
            <Icon name="close" />
          </button>
        </p>
      ) : (
        <label for="file">
          <Icon name="file" /> or drop a file here, <u>or choose one</u>
        </label>
      )}
    </div>
  );
}
