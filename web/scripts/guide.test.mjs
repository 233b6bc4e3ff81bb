import { renderChapter } from './guide.mjs';

test('renders a chapter as HTML and lists its sections in order', () => {
  const { html, sections } = renderChapter(
    '# Title\n\n## One & two\nText with **weight** and [a link](/documents?doc=alerts#s2).\n\n### Three\nMore.',
  );
  expect(html).toBe(
    '<h2 id="s1" tabindex="-1">One &amp; two</h2>\n<p>Text with <strong>weight</strong> and <a href="/documents?doc=alerts#s2">a link</a>.</p>\n<h3 id="s2" tabindex="-1">Three</h3>\n<p>More.</p>\n',
  );
  expect(sections.map(({ id, title }) => [id, title])).toEqual([
    ['s1', 'One & two'],
    ['s2', 'Three'],
  ]);
});

test.each([
  ['<script>alert(1)</script>', 'raw HTML'],
  ['## A\ntext <img src=x onerror=alert(1)>', 'raw HTML'],
  ['![x](https://elsewhere.example/a.png)', 'a picture'],
  ['[x](https://elsewhere.example)', 'links to'],
  ['[x](javascript:alert(1))', 'links to'],
])('rejects %s', (markdown, reason) => {
  expect(() => renderChapter(markdown)).toThrow(reason);
});

test('escapes HTML inside code', () => {
  expect(renderChapter('`<b>`').html).toBe('<p><code>&lt;b&gt;</code></p>\n');
});
