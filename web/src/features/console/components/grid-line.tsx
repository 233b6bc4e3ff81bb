import { DeleteOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { type ClipboardEvent, type KeyboardEvent, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceTypesQuery, measurementsQuery, useLabel } from '@/api/catalogue';
import { DeviceSelect } from '@/shared/configuration/editors/device-select';
import { type Cell, isFed, type LineKind, maxName, type PasteColumn, type PointLine } from '../model/grid';
import styles from './point-grid.module.css';
import { PointsSelect } from './points-select';

interface Props {
  line: PointLine;
  row: number;
  errors: Partial<Record<Cell, string>> | undefined;
  projectId: number;
  corporationId: number;
  /** What the device is called, when that is known. */
  deviceName: string | undefined;
  alone: boolean;
  onChange: (row: number, part: Partial<PointLine>) => void;
  onRemove: (row: number) => void;
  onPaste: (event: ClipboardEvent, row: number, column: PasteColumn) => void;
  onMove: (event: KeyboardEvent, row: number, column: PasteColumn) => void;
}

const kinds: LineKind[] = ['normal', 'temporary', 'artificial', 'composite', 'virtual'];

/** One point that is to be made. */
function Line(props: Props) {
  const { line, row, errors, projectId, corporationId, deviceName, alone } = props;
  const { onChange, onRemove, onPaste, onMove } = props;
  const { t } = useTranslation(['sites', 'console', 'common']);
  const say = useLabel();
  const { data: measurements = [] } = useQuery(measurementsQuery);
  const { data: types = [] } = useQuery(deviceTypesQuery);
  const fed = isFed(line.kind);
  const inLine = (name: string) => t('grid.cell', { name, no: row + 1 });
  const status = (cell: Cell) => (errors?.[cell] ? ('error' as const) : '');
  const complaint = (cell: Cell) => errors?.[cell] && <div className={styles.error}>{errors[cell]}</div>;
  const cell = (column: PasteColumn) => ({
    'data-row': row,
    'data-column': column,
    onPaste: (event: ClipboardEvent) => onPaste(event, row, column),
    onKeyDown: (event: KeyboardEvent) => onMove(event, row, column),
  });
  return (
    <tr>
      <td className={styles.no}>{row + 1}</td>
      <td>
        <Input
          {...cell('name')}
          aria-label={inLine(t('console:point.name'))}
          aria-invalid={errors?.name !== undefined}
          value={line.name}
          status={status('name')}
          count={{ max: maxName }}
          onChange={(event) => onChange(row, { name: event.target.value })}
        />
        {complaint('name')}
      </td>
      <td className={styles.kind}>
        <Select
          className={styles.wide ?? ''}
          aria-label={inLine(t('grid.kind'))}
          value={line.kind}
          options={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={(kind: LineKind) =>
            onChange(row, {
              kind,
              sources: [],
              ...(isFed(kind) ? {} : { category: '', deviceId: 0, deviceNo: '', channelNo: 0 }),
            })
          }
        />
      </td>
      <td className={styles.measurement} onPaste={(event) => onPaste(event, row, 'measurement')}>
        <Select
          className={styles.wide ?? ''}
          aria-label={inLine(t('common:entity.measurement'))}
          showSearch={{ optionFilterProp: 'label' }}
          status={status('measurement')}
          value={line.measurement || null}
          options={measurements.map((m) => ({ value: m.code, label: say(m.label) }))}
          onChange={(measurement: string) => {
            const fits = types.find((one) => one.code === line.category)?.measurements.includes(measurement);
            onChange(row, { measurement, ...(fits ? {} : { category: '' }) });
          }}
        />
        {complaint('measurement')}
      </td>
      <td className={styles.category} onPaste={(event) => onPaste(event, row, 'category')}>
        {fed ? (
          <Select
            className={styles.wide ?? ''}
            aria-label={inLine(t('console:point.category'))}
            showSearch={{ optionFilterProp: 'label' }}
            status={status('category')}
            value={line.category || null}
            options={types
              .filter((one) => !line.measurement || one.measurements.includes(line.measurement))
              .map((one) => ({ value: one.code, label: say(one.label) }))}
            onChange={(category: string) => onChange(row, { category })}
          />
        ) : (
          <Input disabled aria-label={inLine(t('console:point.category'))} value={t(`kinds.${line.kind}`)} />
        )}
        {complaint('category')}
      </td>
      <td onPaste={(event) => onPaste(event, row, 'device')}>
        {fed && (
          <DeviceSelect
            corporationId={corporationId}
            projectId={projectId}
            value={line.deviceId}
            name={deviceName}
            onChange={(deviceId) => onChange(row, { deviceId, deviceNo: '' })}
          />
        )}
        {(line.kind === 'composite' || line.kind === 'virtual') && (
          <PointsSelect
            projectId={projectId}
            label={inLine(t('grid.subPoints'))}
            value={line.sources}
            onChange={(sources) => onChange(row, { sources })}
          />
        )}
        {complaint('device')}
        {complaint('sources')}
      </td>
      <td className={styles.channel}>
        {fed && (
          <Input
            {...cell('channelNo')}
            inputMode="numeric"
            aria-label={inLine(t('console:binding.channel'))}
            aria-invalid={errors?.channelNo !== undefined}
            status={status('channelNo')}
            value={line.channelNo}
            onChange={(event) =>
              /^\d{0,5}$/.test(event.target.value) && onChange(row, { channelNo: Number(event.target.value) })
            }
          />
        )}
        {complaint('channelNo')}
      </td>
      <td>
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={inLine(t('common:action.delete'))}
          disabled={alone}
          onClick={() => onRemove(row)}
        />
      </td>
    </tr>
  );
}

export const GridLine = memo(
  Line,
  (before, after) =>
    before.line === after.line &&
    before.row === after.row &&
    before.deviceName === after.deviceName &&
    before.alone === after.alone &&
    JSON.stringify(before.errors) === JSON.stringify(after.errors) &&
    before.onPaste === after.onPaste,
);
