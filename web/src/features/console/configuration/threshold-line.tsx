import { DeleteOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttributes, useFieldName } from '@/api/catalog';
import { unitOf } from '@/entities/configuration/editor';
import { wrongLimits } from '@/entities/configuration/thresholds';
import { NumberField } from '@/ui/form/number-field';
import { limitNames } from '@/ui/theme/tokens';
import styles from './configuration.module.css';
import type { Line, Threshold } from './grid';

interface Props {
  line: Line;
  /** Its place in the grid. */
  at: number;
  first: boolean;
  changed: boolean;
  chosen: boolean;
  original: Threshold | null;
  /** Id of the error text; undefined while it is hidden. */
  wrongId: string | undefined;
  mayEdit: boolean;
  onChoose: () => void;
  onChange: (row: Threshold | null) => void;
  onPaste: (level: number) => (event: ClipboardEvent) => void;
  onTouch: () => void;
  onMove: (level: number) => (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** One threshold of a point, its limits to be typed or pasted. */
export function ThresholdLine(props: Props) {
  const { line, at, first, changed, chosen, original, wrongId, mayEdit } = props;
  const { onChoose, onChange, onPaste, onTouch, onMove } = props;
  const { t } = useTranslation(['configuration', 'common']);
  const fieldName = useFieldName();
  const attributes = useAttributes(line.measurement);
  const row = line.row;
  const unit = attributes.find((one) => one.name === row?.field)?.unit ?? '';
  const wrong = wrongId && row ? wrongLimits(row) : null;
  return (
    <tr data-changed={changed}>
      <td>
        {first &&
          (mayEdit ? (
            <Checkbox checked={chosen} onChange={onChoose}>
              {line.name}
            </Checkbox>
          ) : (
            line.name
          ))}
      </td>
      {row ? (
        <>
          <td>
            {fieldName(line.measurement, row.field)}{' '}
            <span className={styles.quiet}>{unitOf(row.field, unit, row.valueType, line)}</span>
          </td>
          <td>
            {t(`common:valueType.${row.valueType as 'observed'}`)}
            <Confirmation row={row} />
          </td>
          {limitNames.map((level, i) => (
            <td key={level} data-cell={`${at} ${i}`} onPaste={mayEdit ? onPaste(i) : undefined}>
              <div className={styles.cell}>
                <NumberField
                  label={`${line.name} ${fieldName(line.measurement, row.field)} ${t(`common:level.${(i + 1) as 1}`)}`}
                  value={row[level]}
                  disabled={!mayEdit}
                  wrong={wrong?.has(level) ? wrongId : undefined}
                  onBlur={onTouch}
                  onKeyDown={onMove(i)}
                  {...(changed && original ? { original: original[level] } : {})}
                  onChange={(number) => onChange({ ...row, [level]: number })}
                />
              </div>
            </td>
          ))}
          <td>
            <Checkbox
              checked={row.enable}
              disabled={!mayEdit}
              aria-label={`${line.name} ${t('thresholds.enable')}`}
              onChange={(event) => onChange({ ...row, enable: event.target.checked })}
            />
            {mayEdit && (
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`${line.name} ${t('thresholds.remove')}`}
                onClick={() => onChange(null)}
              />
            )}
          </td>
        </>
      ) : (
        <td colSpan={7} className={styles.quiet}>
          {t('thresholds.unset')}
        </td>
      )}
    </tr>
  );
}

/** How often a threshold must be reached, unless once is enough. */
function Confirmation({ row: { confirmTimes = 1, atOnce = 0, confirmDays = 0 } }: { row: Threshold }) {
  const { t } = useTranslation(['configuration', 'common']);
  const texts = [
    ...(confirmTimes > 1 ? [t('thresholds.times', { number: confirmTimes })] : []),
    ...(confirmTimes > 1 && atOnce > 0 ? [t('thresholds.onceFrom', { level: t(`common:level.${atOnce as 1}`) })] : []),
    ...(confirmDays > 0 ? [t('thresholds.days', { number: confirmDays })] : []),
  ];
  return texts.length > 0 && <div className={styles.quiet}>{texts.join(' · ')}</div>;
}
