import { drawReport, type Picture, whole } from '../../picture/making';
import { directionOf, directionsOf } from './model';

export const picture: Picture = (making) => {
  const { point, fields } = making.from.known(making.request.view);
  const directions = directionsOf(fields);
  const direction = directionOf(directions, null);
  const report = making.from.report(false, direction ? [direction] : []);
  return whole(
    drawReport(making, report, directions[0]?.label ?? '', point.pages.includes('adm-profile') ? 'profile' : 'bars'),
  );
};
