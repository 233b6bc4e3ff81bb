import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { isPart, type SectionPart, sectionParts } from '../../model/scanned-section';
import type { ViewState } from '../../model/view-state';

interface Props {
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
}

/** Degrees over which the radial changes can be smoothed. */
const widths = [3, 9, 15, 30] as const;

/** The part of the section, and over how many degrees it is smoothed. */
export function SectionChoices({ state: { direction, smooth }, change }: Props) {
  const { t } = useTranslation('data-views');
  const parts = Object.keys(sectionParts) as SectionPart[];
  return (
    <>
      <Select
        style={{ minWidth: 96 }}
        aria-label={t('scan.part')}
        value={isPart(direction) ? direction : 'whole'}
        options={[
          { value: 'whole' as const, label: t('scan.parts.whole') },
          ...parts.map((value) => ({
            value,
            label: `${t(`scan.parts.${value}`)} ${sectionParts[value].map((degrees) => `${degrees}°`).join('–')}`,
          })),
        ]}
        onChange={(value) => change({ direction: value === 'whole' ? null : value })}
      />
      <Select
        style={{ minWidth: 96 }}
        aria-label={t('scan.smooth')}
        value={smooth ?? 0}
        options={[
          { value: 0, label: t('scan.raw') },
          ...widths.map((value) => ({ value, label: t('scan.median', { degrees: value }) })),
        ]}
        onChange={(value: number) => change({ smooth: value || null })}
      />
    </>
  );
}
