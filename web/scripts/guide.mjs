// Turns the chapters of the user's guide (docs/user) into safe HTML when the web is built: no raw HTML, no pictures but
// those of docs/user/pictures, no links but to other chapters. Sections have the ids that the server returns: s1, s2, …
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Marked } from 'marked';

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text) => text.replace(/[&<>"']/g, (c) => escapes[c]);

/**
 * The HTML of a chapter without its title, and its sections as plain text for the search. picture returns the HTML of a
 * picture by its name.
 */
export function renderChapter(markdown, picture) {
  const sections = [];
  let count = 0;
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: ({ text }) => {
        throw new Error(`the guide holds raw HTML: ${text}`);
      },
      image: ({ href, text }) => {
        if (!picture || !/^[a-z][a-z0-9-]*$/.test(href)) throw new Error(`the guide holds a picture: ${href}`);
        return picture(href, escaped(text));
      },
      link({ href, tokens }) {
        if (!/^\/documents\?doc=[a-z-]+(#s\d+)?$/.test(href)) throw new Error(`the guide links to ${href}`);
        return `<a href="${escaped(href)}">${this.parser.parseInline(tokens)}</a>`;
      },
      heading({ tokens, depth, text }) {
        if (depth === 1) return '';
        count += 1;
        sections.push({ id: `s${count}`, title: text, text: '' });
        return `<h${depth} id="s${count}" tabindex="-1">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      paragraph({ tokens, text }) {
        const words = text.replace(/^!\[([^\]]*)\]\([^)]*\)$/, '$1');
        if (sections.length > 0) sections[sections.length - 1].text += `${words} `;
        return `<p>${this.parser.parseInline(tokens)}</p>\n`;
      },
    },
  });
  const html = marked.parse(markdown);
  return { html, sections };
}

const themes = ['default', 'white'];

/** Width and height of a lossy WebP picture (RFC 9649): of its canvas, or of the frame where it has none. */
export function sizeOf(file) {
  const bytes = readFileSync(file);
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  throw new Error(`${file} is not a lossy WebP`);
}

/** The module of a chapter: its pictures are files of the build, one for each theme. */
function chapterModule(markdown, id) {
  const [, folder, language] = /^(.*)\/([^/]+)\/[^/]+\.md$/.exec(id) ?? [dirname(id), dirname(id), ''];
  const imports = [];
  const chapter = renderChapter(markdown, (name, alt) =>
    themes
      .map((theme) => {
        const file = join(folder, 'pictures', language, theme, `${name}.webp`);
        if (!existsSync(file)) throw new Error(`the guide has no picture ${file}: run make guide-pictures`);
        imports.push(`import p${imports.length} from ${JSON.stringify(file)};`);
        const { width, height } = sizeOf(file);
        return `<img src="picture:${imports.length - 1}:" alt="${alt}" width="${width}" height="${height}" loading="lazy" data-of="${theme}">`;
      })
      .join(''),
  );
  const html = imports.reduce((code, _, i) => `${code}.replace("picture:${i}:", p${i})`, JSON.stringify(chapter.html));
  return `${imports.join('\n')}\nexport default { html: ${html}, sections: ${JSON.stringify(chapter.sections)} };`;
}

/** The plugin of vite for imports of .md files. */
export function guide() {
  return {
    name: 'guide',
    transform(code, id) {
      if (!id.endsWith('.md')) return null;
      return { code: chapterModule(code, id), map: null };
    },
  };
}
