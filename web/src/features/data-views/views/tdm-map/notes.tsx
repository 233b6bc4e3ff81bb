import { useTranslation } from 'react-i18next';
import { useMapInfo } from '@/entities/map/map-info';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { StageNote } from '../../components/stage-notes';
import type { TrackData } from './use-track';

/** What is not drawn, and the datum of the positions. */
export function TrackNotes({ data, zone }: { data: TrackData; zone: string }) {
  const { t } = useTranslation('track');
  const { online } = useMapInfo();
  const { track, range, hdopLimit } = data;
  if (!track || track.fixes.length === 0) return null;
  const { poor, other } = track.hidden;
  const texts = [
    range?.cut ? t('cut', { count: track.fixes.length, time: formatTime(range.start, zone) }) : '',
    poor > 0 ? t('poor', { count: poor, limit: formatNumber(hdopLimit, 1) }) : '',
    other > 0 ? t('other', { count: other }) : '',
    t(online ? 'datumOnline' : 'datum'),
  ];
  return <StageNote>{texts.filter(Boolean).join(' · ')}</StageNote>;
}
