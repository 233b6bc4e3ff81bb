import { useMutation } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { operations } from '@/api/schema.gen';

/** What a picture is for; the server holds it to the limit of its use. */
export type PictureUse = NonNullable<NonNullable<operations['uploadImage']['parameters']['query']>['scope']>;

/** Uploads a picture and answers the path by which a form refers to it. */
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
