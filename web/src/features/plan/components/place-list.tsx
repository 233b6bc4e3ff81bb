import { CheckOutlined } from '@ant-design/icons';
import { Input, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelIcon } from '@/entities/alert/level-icon';
import { Can } from '@/entities/permission/can';
import { NextLink } from '@/ui/next-link';
import { PanelEmpty } from '@/ui/states';
import type { Entry } from '../model/entries';
import styles from './place-list.module.css';

interface Props {
  entries: readonly Entry[];
  selectedId: number | undefined;
  onSelect: (entry: Entry) => void;
  /** The page for adding the first point. */
  addPath?: string | undefined;
}

/** What can be placed: searchable by name, optionally only entries without a position. One is selected to be placed. */
export function PlaceList({ entries, selectedId, onSelect, addPath }: Props) {
  const { t } = useTranslation(['plan', 'map', 'common']);
  const [name, setName] = useState('');
  const [only, setOnly] = useState<'all' | 'unplaced'>('all');
  const wanted = name.trim().toLocaleLowerCase();
  const unplaced = entries.filter(({ placed }) => !placed);
  const shown = (only === 'all' ? entries : unplaced).filter((entry) =>
    entry.name.toLocaleLowerCase().includes(wanted),
  );
  return (
    <div className={styles.list}>
      <div className={styles.head}>
        <Input
          allowClear
          aria-label={t('search')}
          placeholder={t('search')}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Segmented
          value={only}
          aria-label={t('points')}
          options={[
            { value: 'all', label: t('all') },
            { value: 'unplaced', label: t('unplaced', { count: unplaced.length }) },
          ]}
          onChange={setOnly}
        />
      </div>
      {entries.length === 0 && (
        <PanelEmpty
          title={t('noPoints')}
          hint={t('noPointsHint')}
          action={
            addPath && (
              <Can any={['Create:MeasuringPoint']}>
                <NextLink to={addPath}>{t('common:action.firstPoint')}</NextLink>
              </Can>
            )
          }
        />
      )}
      {entries.length > 0 && shown.length === 0 && (
        <p className={styles.none}>{wanted === '' ? t('allPlaced') : t('nothing')}</p>
      )}
      <ul className={styles.entries} aria-label={t('points')}>
        {shown.map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              className={styles.entry}
              aria-pressed={entry.id === selectedId}
              onClick={() => onSelect(entry)}
            >
              <LevelIcon level={entry.level} size={13} />
              <span className={styles.name}>{entry.name}</span>
              {entry.kind !== 'point' && (
                <span className={styles.kind}>
                  {entry.kind === 'item' ? t('common:entity.item') : t(`map:kind.${entry.kind}`)}
                </span>
              )}
              {entry.placed && <CheckOutlined className={styles.placed ?? ''} aria-label={t('placed')} />}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
