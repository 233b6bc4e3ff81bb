// Turns the chapters of the user's guide (docs/user) into safe HTML when the web is built: no raw HTML, no pictures and
// no links but to other chapters. Sections get the ids that the server tells: s1, s2, … in their order.
import { Marked } from 'marked';

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text) => text.replace(/[&<>"']/g, (c) => escapes[c]);

/** The HTML of a chapter without its title, and its sections as plain text for the search. */
export function renderChapter(markdown) {
  const sections = [];
  let count = 0;
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: ({ text }) => {
        throw new Error(`the guide holds raw HTML: ${text}`);
      },
      image: ({ href }) => {
        throw new Error(`the guide holds a picture: ${href}`);
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
        if (sections.length > 0) sections[sections.length - 1].text += `${text} `;
        return `<p>${this.parser.parseInline(tokens)}</p>\n`;
      },
    },
  });
  const html = marked.parse(markdown);
  return { html, sections };
}

/** The plugin of vite for imports of .md files. */
export function guide() {
  return {
    name: 'guide',
    transform(code, id) {
      if (!id.endsWith('.md')) return null;
      return { code: `export default ${JSON.stringify(renderChapter(code))};`, map: null };
    },
  };
}
