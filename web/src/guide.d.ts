declare module '*.md' {
  import type { Chapter } from '../scripts/guide.mjs';

  const chapter: Chapter;
  export default chapter;
}
