import { DeleteOutlined, VerticalAlignBottomOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { type ClipboardEvent, type KeyboardEvent, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceTypesQuery, measurementsQuery, useLabel } from '@/api/catalog';
import { DeviceSelect } from '@/entities/configuration/editors/device-select';
import {
  become,
  type Cell,
  isFed,
  type LineKind,
  lineKinds,
  maxName,
  type PasteColumn,
  type PointLine,
} from '../model/grid';
import styles from './point-grid.module.css';
import { PointsSelect } from './points-select';

interface Props {
  line: PointLine;
  row: number;
  errors: Partial<Record<Cell, string>> | undefined;
  projectId: number;
  corporationId: number;
  /** The device's name, if known. */
  deviceName: string | undefined;
  alone: boolean;
  last: boolean;
  onChange: (row: number, part: Partial<PointLine>) => void;
  onRemove: (row: number) => void;
  onPaste: (event: ClipboardEvent, row: number, column: PasteColumn) => void;
  onMove: (event: KeyboardEvent, row: number, column: PasteColumn) => void;
  onFill: (row: number, column: PasteColumn) => void;
}

/** Props shared by the cells of a line. */
function useCells({ row, errors, last, onPaste, onMove, onFill }: Props) {
  const { t } = useTranslation('sites');
  const inLine = (name: string) => t('grid.cell', { name, no: row + 1 });
  return {
    inLine,
    status: (cell: Cell) => (errors?.[cell] ? ('error' as const) : ''),
    complaint: (cell: Cell) => errors?.[cell] && <div className={styles.error}>{errors[cell]}</div>,
    cell: (column: PasteColumn) => ({
      'data-row': row,
      'data-column': column,
      onPaste: (event: ClipboardEvent) => onPaste(event, row, column),
      onKeyDown: (event: KeyboardEvent) => onMove(event, row, column),
    }),
    handle: (column: PasteColumn, name: string) =>
      !last && (
        <Button
          type="text"
          size="small"
          tabIndex={-1}
          className={styles.handle ?? ''}
          icon={<VerticalAlignBottomOutlined aria-hidden />}
          title={t('grid.fillDown')}
          aria-label={`${inLine(name)} ${t('grid.fillDown')}`}
          onClick={() => onFill(row, column)}
        />
      ),
  };
}

/** A new point. */
function Line(props: Props) {
  const { line, row, errors, alone, onChange, onRemove } = props;
  const { t } = useTranslation(['console', 'common']);
  const { inLine, status, complaint, cell, handle } = useCells(props);
  const fed = isFed(line.kind);
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
        {handle('name', t('console:point.name'))}
        {complaint('name')}
      </td>
      <KindCell {...props} />
      <MeasurementCell {...props} />
      <CategoryCell {...props} />
      <SourceCell {...props} />
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
        {fed && handle('channelNo', t('console:binding.channel'))}
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

function KindCell(props: Props) {
  const { line, row, onChange } = props;
  const { t } = useTranslation('sites');
  const { inLine } = useCells(props);
  const { data: measurements = [] } = useQuery(measurementsQuery);
  return (
    <td className={styles.kind}>
      <Select
        className={styles.wide ?? ''}
        aria-label={inLine(t('grid.kind'))}
        value={line.kind}
        options={lineKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        onChange={(kind: LineKind) => {
          const changed = { ...line };
          become(changed, kind);
          const fits = kind !== 'artificial' || measurements.find((m) => m.code === line.measurement)?.manual;
          onChange(row, fits ? changed : { ...changed, measurement: '' });
        }}
      />
    </td>
  );
}

function MeasurementCell(props: Props) {
  const { line, row, onPaste, onChange } = props;
  const { t } = useTranslation('common');
  const say = useLabel();
  const { inLine, status, complaint, handle } = useCells(props);
  const { data: measurements = [] } = useQuery(measurementsQuery);
  const { data: types = [] } = useQuery(deviceTypesQuery);
  return (
    <td className={styles.measurement} onPaste={(event) => onPaste(event, row, 'measurement')}>
      <Select
        className={styles.wide ?? ''}
        aria-label={inLine(t('entity.measurement'))}
        showSearch={{ optionFilterProp: 'label' }}
        status={status('measurement')}
        value={line.measurement || null}
        options={measurements
          .filter((m) => line.kind !== 'artificial' || m.manual)
          .map((m) => ({ value: m.code, label: say(m.label) }))}
        onChange={(measurement: string) => {
          const fits = types.find((one) => one.code === line.category)?.measurements.includes(measurement);
          onChange(row, { measurement, ...(fits ? {} : { category: '' }) });
        }}
      />
      {handle('measurement', t('entity.measurement'))}
      {complaint('measurement')}
    </td>
  );
}

function CategoryCell(props: Props) {
  const { line, row, onPaste, onChange } = props;
  const { t } = useTranslation(['sites', 'console']);
  const say = useLabel();
  const { inLine, status, complaint, handle } = useCells(props);
  const { data: types = [] } = useQuery(deviceTypesQuery);
  const fed = isFed(line.kind);
  const name = t('console:point.category');
  return (
    <td className={styles.category} onPaste={(event) => onPaste(event, row, 'category')}>
      {fed ? (
        <Select
          className={styles.wide ?? ''}
          aria-label={inLine(name)}
          showSearch={{ optionFilterProp: 'label' }}
          status={status('category')}
          value={line.category || null}
          options={types
            .filter((one) => !line.measurement || one.measurements.includes(line.measurement))
            .map((one) => ({ value: one.code, label: say(one.label) }))}
          onChange={(category: string) => onChange(row, { category })}
        />
      ) : (
        <Input disabled aria-label={inLine(name)} value={t(`kinds.${line.kind}`)} />
      )}
      {fed && handle('category', name)}
      {complaint('category')}
    </td>
  );
}

/** The source of values: a device, or other points. */
function SourceCell(props: Props) {
  const { line, row, projectId, corporationId, deviceName, onPaste, onChange } = props;
  const { t } = useTranslation(['sites', 'common']);
  const { inLine, complaint, handle } = useCells(props);
  const fed = isFed(line.kind);
  return (
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
      {fed && handle('device', t('common:entity.device'))}
      {complaint('device')}
      {complaint('sources')}
    </td>
  );
}

export const GridLine = memo(
  Line,
  (before, after) =>
    before.line === after.line &&
    before.row === after.row &&
    before.deviceName === after.deviceName &&
    before.alone === after.alone &&
    before.last === after.last &&
    JSON.stringify(before.errors) === JSON.stringify(after.errors) &&
    before.onPaste === after.onPaste,
);
