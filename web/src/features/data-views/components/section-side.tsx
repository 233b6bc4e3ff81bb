import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LevelIcon } from '@/entities/alert/level-icon';
import { pointMark } from '@/entities/alert/mark';
import type { ChartContext } from '@/entities/chart/chart-words';
import { useCan } from '@/entities/permission/permissions';
import { formatChange, formatNumber } from '@/ui/format/number';
import { Panel } from '@/ui/panel';
import { unitOf } from '../model/process-model';
import { colorOf, fieldOf, lastOf, membersShown, memberToggled, type SectionKind } from '../model/section';
import type { PointState } from '../model/types';
import type { ViewState } from '../model/view-state';
import type { SectionProcess } from '../queries/section';
import { SectionDrawing } from './section-drawing';
import { paletteOf } from './section-palette';
import styles from './section-view.module.css';

interface Props {
  process: SectionProcess;
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
  context: ChartContext;
  kind: SectionKind;
  point: Pick<PointState, 'projectId' | 'structureId'>;
}

/** The sections of the structure, the members of the chosen one with their last values, and where its prisms are. */
export function SectionSide({ process: { section, valueType }, state, change, context, kind, point }: Props) {
  const { t } = useTranslation('sections');
  const mayAsk = useCan('Create:Report');
  if (!section) return <Panel className={styles.side}>{null}</Panel>;
  const field = fieldOf(section);
  const shown = membersShown(section, state.points);
  const pairs = kind === 'convergence' || kind === 'chord';
  const text = (value: number | null) =>
    valueType === 'observed' ? formatNumber(value, field?.decimals) : formatChange(value, field?.decimals);
  return (
    <Panel className={styles.side}>
      <h3 className={styles.heading}>{t('sections', { count: section.sections.length })}</h3>
      <ul className={styles.list} aria-label={t('list')}>
        {section.sections.map(({ name, count }) => (
          <li key={name}>
            <button
              type="button"
              className={styles.row}
              aria-current={name === section.section}
              onClick={() => change({ mode: name, points: [], window: null })}
            >
              <span className={styles.name}>{name}</span>
              <span className={styles.number}>{t(pairs ? 'pairs' : 'prisms', { count })}</span>
            </button>
          </li>
        ))}
      </ul>
      {mayAsk && (
        <Link
          className={styles.export}
          to={`/projects/${point.projectId}/reports/export?structure=${point.structureId}`}
        >
          {t('report')}
        </Link>
      )}
      <h3 className={styles.heading}>
        {t(pairs ? 'lastOfPairs' : 'lastOfPrisms')} {field ? unitOf(field, valueType) : ''}
      </h3>
      <ul className={styles.list} aria-label={t('members')}>
        {section.charted.map((member) => {
          const on = shown.includes(member);
          return (
            <li key={member.id}>
              <button
                type="button"
                className={styles.row}
                aria-pressed={on}
                title={t(on ? 'hide' : 'show', { name: member.name })}
                onClick={() => change({ points: memberToggled(section, state.points, member.id) })}
              >
                <Swatch color={on ? paletteOf(context, colorOf(section, member.id)) : 'var(--line-ctl)'} />
                <span className={styles.name}>{member.name}</span>
                <LevelIcon level={member.point ? pointMark(member.point.level, member.point.time) : 'noData'} />
                <span className={styles.number}>{text(lastOf(member))}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {section.charted.length > 0 && (
        <div className={styles.drawing}>
          <SectionDrawing {...{ section, shown, context, text }} />
        </div>
      )}
    </Panel>
  );
}

function Swatch({ color }: { color: string }) {
  return (
    <svg width="14" height="4" aria-hidden="true">
      <line x1="0" x2="14" y1="2" y2="2" stroke={color} strokeWidth={2.4} />
    </svg>
  );
}
