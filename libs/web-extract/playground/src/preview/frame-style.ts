/** Style of the frame. The content security policy of the page contains its hash (`PREVIEW_STYLE_HASH`). */
export const FRAME_STYLE =
  'html{color-scheme:light;background:#fff;color:#1c1b19;font:15px/1.6 system-ui,sans-serif}' +
  "html[data-theme='dark']{color-scheme:dark;background:#1b1d20;color:#ecebe8}" +
  'body{margin:16px;overflow-wrap:break-word}h1{font-size:1.5em}h2{font-size:1.25em}h3{font-size:1.1em}' +
  'pre{overflow:auto;padding:10px;border:1px solid #8886;border-radius:6px}' +
  'table{border-collapse:collapse}th,td{padding:4px 8px;border:1px solid #8886;text-align:left}' +
  'blockquote{margin-inline:0;padding-left:1em;border-left:3px solid #8886}' +
  'a{color:inherit}.picture{padding:1px 6px;border:1px dashed #8888;border-radius:5px}';
