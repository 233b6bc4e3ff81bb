import { useMutation } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { operations } from '@/api/schema.gen';

/** The use of a picture, which decides its size limit on the server. */
export type PictureUse = NonNullable<NonNullable<operations['uploadImage']['parameters']['query']>['scope']>;

/** Uploads a picture and returns the path that a form stores. */
export function useUploadPicture(use: PictureUse) {
  return useMutation({
    mutationFn: async (picture: Blob) => {
      const form = new FormData();
      form.append('file', picture);
      const { url } = await data(
        client.POST('/api/upload/images', {
          params: { query: { scope: use } },
          body: { file: '' },
          bodySerializer: () => form,
        }),
      );
      return url;
    },
    meta: { quiet: true },
  });
}
