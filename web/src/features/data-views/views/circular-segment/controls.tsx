import { EditOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { FittingChoice } from '../../components/fitting-choice';
import type { ViewState } from '../../model/view-state';
import { shownIn } from './bars';
import { nameIn, quantities } from './model';
import type { Lining } from './use-lining';

/** Width in pixels of the range, the tools, the list and the bar's padding. */
const barTaken = 720;

interface Props {
  data: Lining;
  barWidth: number;
  change: (change: Partial<ViewState>) => void;
}

/** What the bars show, and the joints or segments of the process line. */
export function SegmentChoices({ data, barWidth, change }: Props) {
  const { t } = useTranslation('data-views');
  const { quantity, shown, lining } = data;
  const segments = lining?.segments ?? [];
  const word = quantity === 'rotation' ? 'segments' : 'joints';
  return (
    <>
      <FittingChoice
        label={t('lining.quantity')}
        value={quantity}
        room={barWidth && Math.max(1, barWidth - barTaken)}
        options={quantities.map((value) => ({ value, label: t(`lining.${value}`) }))}
        onChange={(value) => change({ mode: value === quantities[0] ? null : value })}
      />
      {segments.length > 0 && (
        <Select
          mode="multiple"
          style={{ minWidth: 120 }}
          maxTagCount={0}
          maxTagPlaceholder={(chosen) => t(`lining.${word}`, { count: chosen.length })}
          aria-label={t(quantity === 'rotation' ? 'lining.segment' : 'lining.joint')}
          value={shown.map((index) => index + 1)}
          options={shownIn(segments, quantity).map((i) => ({ value: i + 1, label: nameIn(segments, i, quantity) }))}
          onChange={(nodes: number[]) => change({ nodes })}
        />
      )}
    </>
  );
}

/** Opens the division of the ring. */
export function DivideButton({ onClick, primary = false }: { onClick: () => void; primary?: boolean }) {
  const { t } = useTranslation('data-views');
  return (
    <Button type={primary ? 'primary' : 'default'} icon={<EditOutlined aria-hidden />} onClick={onClick}>
      {t('lining.divide')}
    </Button>
  );
}
