import { Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { type InitSource, useInitSources } from '../care-queries';
import styles from '../devices.module.css';

interface Props {
  where: { corporationId: number; deviceId: number };
  /** Number of latest readings to show. */
  count: number;
  children: (source: InitSource) => ReactNode;
}

/** The configuration of the points that a device feeds, one at a time. */
export function FedPoint({ where, count, children }: Props) {
  const { t } = useTranslation('devices');
  const query = useInitSources(where, count);
  const [chosen, setChosen] = useState(0);
  return (
    <QueryPanel
      query={query}
      rows={6}
      isEmpty={(list) => list.length === 0}
      empty={<PanelEmpty title={t('fed.none')} hint={t('fed.noneHint')} />}
    >
      {(list) => {
        const source = list.find((one) => one.measuringPointId === chosen) ?? list[0];
        if (!source) return null;
        return (
          <>
            <div className={styles.tools}>
              <span>{t('fed.point')}</span>
              {list.length > 1 ? (
                <Select
                  style={{ minWidth: 160 }}
                  aria-label={t('fed.point')}
                  showSearch={{ optionFilterProp: 'label' }}
                  value={source.measuringPointId}
                  options={list.map((one) => ({ value: one.measuringPointId, label: one.name }))}
                  onChange={setChosen}
                />
              ) : (
                <b>{source.name}</b>
              )}
            </div>
            {children(source)}
          </>
        );
      }}
    </QueryPanel>
  );
}
