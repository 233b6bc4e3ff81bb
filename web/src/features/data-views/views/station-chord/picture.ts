import type { Picture } from '../../picture/making';
import { drawSection } from '../../picture/section';

export const picture: Picture = (making) => {
  const drawn = drawSection(making, 'chord', false);
  return drawn ? [drawn.curves] : [];
};
