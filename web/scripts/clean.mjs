// Empties the embedded dist except for the placeholder page, which lets the Go build work without the web.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { dist } from './dist.mjs';

if (existsSync(dist)) {
  for (const name of readdirSync(dist)) {
    if (name !== 'placeholder.html') rmSync(resolve(dist, name), { recursive: true });
  }
}
