import {
  DownloadOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  ReloadOutlined,
  TableOutlined,
} from '@ant-design/icons';
import { Button, Dropdown, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TableFormat } from '../model/table';
import { PresetMenu } from './preset-menu';
import toolbar from './toolbar.module.css';

interface Props {
  /** Refresh interval in seconds; 0 for manual. */
  every: number;
  onEvery: (seconds: number) => void;
  onRefresh: () => void;
  busy: boolean;
  /** Absent on pages that are tables themselves. */
  table?: { shown: boolean; onChange: (shown: boolean) => void };
  onPicture?: () => void;
  /** Saves an SVG drawing. */
  onDrawing?: () => void;
  /** Saves the numbers of the page as a file. */
  onTable?: (format: TableFormat) => void;
  /** The formats of onTable. */
  formats?: readonly TableFormat[];
  full: boolean;
  onFull: () => void;
}

const intervals = [0, 1, 5, 10, 30, 60, 300, 600, 1800, 3600, 21_600, 86_400, 604_800, 2_592_000];

/** Refresh, data table, export, presets, full screen: the same on every data view. */
export function ChartTools(props: Props) {
  const {
    every,
    onEvery,
    onRefresh,
    busy,
    table,
    onPicture,
    onDrawing,
    onTable,
    formats = ['xlsx', 'csv'],
    full,
    onFull,
  } = props;
  const { t } = useTranslation('data-views');
  return (
    <span className={toolbar.group}>
      <Dropdown
        trigger={['contextMenu', 'hover']}
        menu={{
          selectable: true,
          selectedKeys: [String(every)],
          onClick: ({ key }) => onEvery(Number(key)),
          items: intervals.map((seconds) => ({
            key: String(seconds),
            label: seconds === 0 ? t('refresh.off') : t('refresh.every', { text: everyText(seconds, t) }),
          })),
        }}
      >
        <Button
          type="text"
          icon={<ReloadOutlined spin={false} aria-hidden />}
          aria-label={t('refresh.now')}
          aria-busy={busy}
          onClick={onRefresh}
        />
      </Dropdown>
      {table && (
        <Tooltip title={t('tool.table')}>
          <Button
            type={table.shown ? 'primary' : 'text'}
            icon={<TableOutlined aria-hidden />}
            aria-label={t('tool.table')}
            aria-pressed={table.shown}
            onClick={() => table.onChange(!table.shown)}
          />
        </Tooltip>
      )}
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            ...(onPicture ? [{ key: 'png', label: t('tool.png'), onClick: onPicture }] : []),
            ...(onDrawing ? [{ key: 'svg', label: t('tool.svg'), onClick: onDrawing }] : []),
            ...(onTable ? formats.map((key) => ({ key, label: t(`tool.${key}`), onClick: () => onTable(key) })) : []),
          ],
        }}
      >
        <Button type="text" icon={<DownloadOutlined aria-hidden />} aria-label={t('tool.export')} />
      </Dropdown>
      <PresetMenu />
      <Tooltip title={full ? t('tool.leaveFull') : t('tool.full')}>
        <Button
          type="text"
          icon={full ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
          aria-label={full ? t('tool.leaveFull') : t('tool.full')}
          onClick={onFull}
        />
      </Tooltip>
    </span>
  );
}

type Unit = 'refresh.seconds' | 'refresh.minutes' | 'refresh.hours' | 'refresh.days';

function everyText(seconds: number, t: (key: Unit, o: { count: number }) => string): string {
  if (seconds < 60) return t('refresh.seconds', { count: seconds });
  if (seconds < 3600) return t('refresh.minutes', { count: seconds / 60 });
  if (seconds < 86_400) return t('refresh.hours', { count: seconds / 3600 });
  return t('refresh.days', { count: seconds / 86_400 });
}
