// The output directory: the tree that the Go program embeds, unless PLUMBLINE_DIST names another.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const dist = process.env.PLUMBLINE_DIST
  ? resolve(process.env.PLUMBLINE_DIST)
  : fileURLToPath(new URL('../../internal/platform/webui/dist', import.meta.url));
