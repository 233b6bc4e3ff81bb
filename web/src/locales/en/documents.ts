import type { Texts } from '../resources';
import type zh from '../zh/documents';

const texts = {
  title: 'Documents',
  contents: 'Contents',
  search: 'Search the documents',
  hits: '{{count}} found',
  noHits: 'The documents do not have these words',
  failed: 'Loading the documents failed',
  releases: 'Releases',
  releasesFailed: 'Loading the releases failed',
  noReleases: 'No releases yet',
  next: 'Next release',
} satisfies Texts<typeof zh>;

export default texts;
