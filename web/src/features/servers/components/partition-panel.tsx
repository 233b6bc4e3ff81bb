import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/ui/panel';
import { useTheme } from '@/ui/theme/theme-store';
import { chartPalette } from '@/ui/theme/tokens';
import { colorsOf, isLate, isMoving, nameOf } from '../model/servers';
import type { View } from '../queries';
import styles from '../servers.module.css';
import { PartitionCells } from './partition-cells';
import { PartitionTable } from './partition-table';

/** Who holds each partition, and what is late: as cells, or as a table. */
export function PartitionPanel({ view }: { view: View }) {
  const { t } = useTranslation('servers');
  const [shown, setShown] = useState<'cells' | 'table'>('cells');
  const colors = colorsOf(view.servers, chartPalette[useTheme()]);
  const names = new Map(view.servers.map((server) => [server.id, nameOf(server)]));
  const ownerOf = (id: number) => (id === 0 ? t('part.nobody') : (names.get(id) ?? `#${id}`));
  const late = view.partitions.filter(isLate).length;
  const moving = view.partitions.filter(isMoving).length;
  return (
    <Panel
      title={t('part.title')}
      extra={
        <span className={styles.tools}>
          <span>{t('part.by')}</span>
          <Segmented
            size="small"
            aria-label={t('part.shown')}
            value={shown}
            onChange={setShown}
            options={[
              { value: 'cells', label: t('part.cells') },
              { value: 'table', label: t('part.table') },
            ]}
          />
        </span>
      }
    >
      <div className={styles.parts}>
        {shown === 'cells' ? (
          <PartitionCells partitions={view.partitions} colors={colors} ownerOf={ownerOf} />
        ) : (
          <PartitionTable partitions={view.partitions} ownerOf={ownerOf} />
        )}
        <ul className={styles.legend}>
          {view.servers.map((server) => (
            <li key={server.id}>
              <span className={styles.swatch} style={{ background: colors.get(server.id) }} aria-hidden="true" />
              {nameOf(server)} <span className={styles.quiet}>{server.partitions}</span>
            </li>
          ))}
          <li data-fault={late > 0}>
            <span className={styles.lateSwatch} aria-hidden="true" />
            {t('part.late')} <span className={late > 0 ? styles.fault : styles.quiet}>{late}</span>
          </li>
          <li>
            <span className={styles.movingSwatch} aria-hidden="true" />
            {t('part.moving')} <span className={styles.quiet}>{moving}</span>
          </li>
        </ul>
      </div>
    </Panel>
  );
}
