import { saveBlob } from '@/ui/download';
import { sessionHeaders } from './client';
import { NetworkError, readApiError } from './errors';

/**
 * Saves the response of a call as a file. A long download may take longer than other calls, so the client's time limit
 * does not apply.
 */
export async function saveFile(path: string, query: Record<string, unknown>, name: string): Promise<void> {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) search.set(key, String(value)); // a list is joined by commas
  }
  const response = await fetch(`${path}?${search}`, { headers: sessionHeaders() }).catch(() => {
    throw new NetworkError();
  });
  if (!response.ok) throw await readApiError(response);
  saveBlob(await response.blob(), name);
}
