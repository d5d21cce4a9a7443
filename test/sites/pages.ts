/** A page with everything around its text that a reader does not want, and something of each kind of content. */
export const ARTICLE = `<!doctype html>
<html lang="en-GB">
<head>
  <meta charset="utf-8">
  <title>Lighthouses of the north</title>
  <meta name="description" content="Three towers and their keepers.">
  <meta name="keywords" content="lighthouse, north, sea">
  <meta name="robots" content="index, follow">
  <meta property="og:title" content="Lighthouses">
  <meta property="og:description" content="Towers of the north">
  <meta property="og:url" content="https://lights.example/north">
  <meta property="og:image" content="/tower.png">
  <meta property="og:site_name" content="Lights">
  <meta property="article:tag" content="sea">
  <meta property="article:tag" content="towers">
  <meta name="dcterms.created" content="2024-05-01">
  <style>p { color: black }</style>
  <script>window.secretScript = 1</script>
</head>
<body>
  <nav><a href="/">Home of the site</a> <a href="/about">About the site</a></nav>
  <main><article>
    <h1>Lighthouses of the north</h1>
    <p>The <b>first tower</b> was built where the rocks are sharpest, and its light was seen for
       <a href="/miles?unit=sea#how">twenty miles</a> on a clear night, or so the keepers said.</p>
    <ul><li>The tower at the bay</li><li>The tower at the point</li></ul>
    <table><thead><tr><th>Tower</th><th>Height</th></tr></thead>
      <tbody><tr><td>Bay</td><td>31 m</td></tr><tr><td>Point</td><td>42 m</td></tr></tbody></table>
    <pre><code class="language-js">light.turn(12);</code></pre>
    <p class="aside">A remark beside the story that somebody may want to leave out of what is read here.</p>
    <p><img src="data:image/png;base64,iVBORw0KGgo=" alt="A drawn tower"> <img src="/tower.png" alt="The tower"></p>
    <p>The last keeper left when the lamp became a machine, and nobody has climbed the stairs in winter since.</p>
  </article></main>
  <footer>Imprint of the site, all rights reserved by nobody in particular</footer>
</body>
</html>`;

/** A short page that says which one it is. */
export const page = (title: string, body = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}` +
  `<p>The text of the page called ${title}, long enough to count as an article and not as a menu.</p></main></body></html>`;
