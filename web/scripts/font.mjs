// Copies the typeface of what the server draws and prints, Noto Sans (SIL Open Font License 1.1), with its license.
// parts.json lists the files in lookup order, each with its Unicode ranges.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const fonts = fileURLToPath(new URL('../node_modules/@fontsource/', import.meta.url));
const out = fileURLToPath(new URL('../../internal/platform/typeface/dist/', import.meta.url));
mkdirSync(out, { recursive: true });
copyFileSync(`${fonts}noto-sans-sc/LICENSE`, `${out}LICENSE`);

/** copy writes a subset of a family in regular weight. */
function copy(family, subset, ranges) {
  const file = `${family}-${subset}-400-normal.woff`;
  copyFileSync(`${fonts}${family}/files/${file}`, out + file);
  return { file, ranges };
}

const rangesOf = (family) => JSON.parse(readFileSync(`${fonts}${family}/unicode.json`, 'utf8'));
const rare = Object.entries(rangesOf('noto-sans-sc')).filter(([subset]) => subset.startsWith('['));
const latin = rangesOf('noto-sans');
writeFileSync(
  `${out}parts.json`,
  JSON.stringify([
    copy('noto-sans-sc', 'chinese-simplified', 'U+0-10FFFF'), // most letters of all three languages
    ...['greek', 'latin-ext'].map((subset) => copy('noto-sans', subset, latin[subset])),
    ...rare.map(([subset, ranges]) => copy('noto-sans-sc', subset.slice(1, -1), ranges)),
  ]),
);
