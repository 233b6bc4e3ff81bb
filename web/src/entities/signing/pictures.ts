import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { useObjectURL } from '@/ui/use-object-url';

export type SigningPicture = components['schemas']['SigningPicture'];
export const kinds = ['signature', 'seal'] as const;
export type Kind = (typeof kinds)[number];

const key = ['signing-pictures'];
const one = (pictureKind: Kind) => ({ params: { path: { pictureKind } } });

/** The pictures that the person can put on reports. */
export const signingPicturesQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }) => (await data(client.GET('/api/signing-pictures', { signal }))).list,
});

/** The address of a picture in this window. */
export function useSigningPicture({ kind, sha256 }: SigningPicture) {
  const { data: blob } = useQuery({
    queryKey: [...key, kind, sha256],
    queryFn: async ({ signal }) =>
      (await data(
        client.GET('/api/signing-pictures/{pictureKind}/file', { ...one(kind), parseAs: 'blob', signal }),
      )) as unknown as Blob,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useObjectURL(blob);
}

export function useSetSigningPicture(kind: Kind) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append('file', file);
      const sent = { ...one(kind), body: { file: '' }, bodySerializer: () => form };
      return data(client.PUT('/api/signing-pictures/{pictureKind}', sent));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}

export function useRemoveSigningPicture(kind: Kind) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => data(client.DELETE('/api/signing-pictures/{pictureKind}', one(kind))),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
