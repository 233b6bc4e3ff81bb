import type { Picture } from '../../picture/making';
import { drawAlong } from '../../picture/section';

export const picture: Picture = (making) => drawAlong(making, 'settlement');
