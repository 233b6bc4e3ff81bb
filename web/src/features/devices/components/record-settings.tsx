import { useTranslation } from 'react-i18next';
import { listText } from '@/ui/format/list';
import { formatNumber } from '@/ui/format/number';
import type { VibrationRecord } from '../record-queries';
import look from '../records.module.css';

/** By which settings a record is summarized, and whose they are. */
export function RecordSettings({ settings }: { settings: VibrationRecord['settings'] }) {
  const { t } = useTranslation('records');
  return (
    <>
      {listText([
        t(`windows.${settings.window}`),
        settings.keepAcceleration
          ? t('accelerationKept')
          : t('highPassOf', { text: formatNumber(settings.highPass, settings.highPass % 1 ? 2 : 0) }),
      ])}{' '}
      <span className={look.quiet}>{t(settings.pointId ? 'settingsOfPoint' : 'settingsDefault')}</span>
    </>
  );
}
