import type { Texts } from '../resources';
import type zh from '../zh/documents';

const texts = {
  title: 'Documents',
  contents: 'Contents',
  search: 'Search the documents',
  hits: '{{count}} found',
  noHits: 'No matches in the documents',
  failed: 'Loading the documents failed',
  releases: 'Release notes',
  releasesFailed: 'Loading the release notes failed',
  noReleases: 'No release notes yet',
  next: 'Next release',
} satisfies Texts<typeof zh>;

export default texts;
