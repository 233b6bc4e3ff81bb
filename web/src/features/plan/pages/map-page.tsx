import { UndoOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import { CoordinatePair } from '../components/coordinate-pair';
import { PlaceList } from '../components/place-list';
import { PlacingMap } from '../components/placing-map';
import { useMapEditing } from '../model/use-map-editing';
import styles from './place-page.module.css';

/** The markers of a project, its structures and points on the map: set by a click, moved by dragging. */
export default function MapPage() {
  const { t } = useTranslation(['plan', 'map']);
  const projectId = Number(useParams().projectId);
  const editing = useMapEditing(projectId);
  const { selected } = editing;
  const stage = useRef<HTMLDivElement>(null);
  const place = selected?.place;
  return (
    <div className={styles.page}>
      <Panel
        title={t('mapTitle')}
        className={styles.side}
        extra={<Link to={`/projects/${projectId}/console/plans`}>{t('toPlans')}</Link>}
      >
        <QueryPanel query={editing.query} rows={10}>
          {() => (
            <PlaceList
              entries={editing.things}
              selectedId={selected?.id}
              onSelect={({ id }) => {
                editing.select(id);
                stage.current?.scrollIntoView({ block: 'nearest' }); // above the list on a phone
              }}
            />
          )}
        </QueryPanel>
      </Panel>
      <Panel fill title={selected?.name ?? t('mapTitle')} className={styles.stage}>
        <div ref={stage} className={styles.column}>
          {editing.mayAny && (
            <div className={styles.tools}>
              {selected && place && editing.mayPlace ? (
                <>
                  <CoordinatePair
                    key={`${selected.id}:${place.longitude}:${place.latitude}`}
                    place={place}
                    onPlaced={(to) => editing.change(selected.id, to)}
                  />
                  <Button onClick={() => editing.change(selected.id, undefined)}>{t('removeFromMap')}</Button>
                </>
              ) : (
                <span className={styles.hint}>
                  {selected && editing.mayPlace ? t('mapPlacing', { name: selected.name }) : t('mapHint')}
                </span>
              )}
              <Button icon={<UndoOutlined aria-hidden />} disabled={!editing.undo} onClick={editing.undo}>
                {t('undo')}
              </Button>
            </div>
          )}
          <div className={styles.canvas}>
            <PlacingMap
              sites={editing.sites}
              selectedId={selected?.id}
              label={t('mapLabel', { count: editing.sites.length })}
              mayMove={editing.mayMove}
              onSelect={editing.select}
              onPlace={editing.mayPlace && !place ? editing.place : undefined}
              onMoved={editing.change}
            />
          </div>
        </div>
      </Panel>
    </div>
  );
}
