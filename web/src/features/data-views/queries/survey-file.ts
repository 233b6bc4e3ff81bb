import { useMutation } from '@tanstack/react-query';
import { saveFile } from '@/api/save-file';
import type { PointState } from '../model/types';

/** useSurveyFile saves the file of an imported survey, as it was uploaded. */
export function useSurveyFile({ structureId, id }: PointState) {
  return useMutation({
    mutationFn: ({ time, file }: { time: number; file: string }) =>
      saveFile(`/api/structures/${structureId}/measuring-points/${id}/surveys/${time}/file`, {}, file),
  });
}
