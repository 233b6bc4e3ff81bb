import { drawReport, type Picture, whole } from '../../picture/making';

export const picture: Picture = (making) => {
  const { request, from, t } = making;
  from.known(request.view);
  const { vessels } = from.levelLine({ pageSize: 1 });
  const report = from.reportOf(
    vessels.map((one) => one.measuringPointId),
    ['settlement'],
  );
  return whole(drawReport(making, report, t('line.settlement'), 'line'));
};
