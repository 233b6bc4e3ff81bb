import { drawReport, type Picture, whole } from '../../picture/making';

export const picture: Picture = (making) => {
  const { point } = making.from.known(making.request.view);
  return whole(drawReport(making, making.from.report(true, []), point.field?.label ?? '', 'bars'));
};
