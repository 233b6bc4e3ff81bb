// Writes .br and .gz files for every text file of the build, so that the server compresses nothing. Quality 11 takes
// half a minute longer and is only worth it in a release: PLUMBLINE_RELEASE=1.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { dist } from './dist.mjs';

const quality = process.env.PLUMBLINE_RELEASE ? 11 : 5;

function* files(dir) {
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    if (statSync(path).isDirectory()) yield* files(path);
    else if (/\.(m?js|css|json|svg|wasm|html)$/.test(name)) yield path;
  }
}

for (const path of files(dist)) {
  // The page itself contains a nonce that the server fills in, so it is never precompressed.
  if (path.endsWith('.html')) continue;
  const bytes = readFileSync(path);
  if (bytes.length < 1024) continue;
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  );
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
