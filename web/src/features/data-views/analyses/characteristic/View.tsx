import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { ScrollArea } from '@/ui/scroll-area';
import { DataTable } from '@/ui/table/data-table';
import { usePhone } from '@/ui/use-media';
import styles from '../../components/analysis.module.css';
import { AnalysisFacts, AnalysisPage, AnalysisTabs } from '../../components/analysis-page';
import { ChartStage, StageBody, useStage } from '../../components/chart-stage';
import { RangeEmpty } from '../../components/range-empty';
import { NoInitialNote } from '../../components/stage-notes';
import type { AnalysisProps } from '../../model/analysis-view';
import { allPoints } from '../../model/tree';
import { useTypeWord } from '../../model/type-word';
import { useViewState } from '../../model/view-state';
import { useCharacteristics } from '../../queries/characteristic';
import { useFields } from '../../queries/point';
import { useTree } from '../../queries/project';
import { useSaveTable } from '../../queries/save-table';
import own from './characteristic.module.css';
import { useCharacteristicColumns, useNodeText } from './columns';
import { CharacteristicControls } from './controls';
import { characterizedTypes, comparable, lines, linesTable, mostPoints } from './model';

/** Characteristic values of a point and of others that measure the same, in the range or since their initial values. */
export default function CharacteristicView({ zone, point, initial }: AnalysisProps) {
  const { t } = useTranslation(['characteristic', 'analysis', 'data-views']);
  const [state, change] = useViewState(point.id, initial);
  const stage = useStage();
  const typeWord = useTypeWord();
  const say = useLabel();
  const phone = usePhone();
  const fields = useFields(point);
  const tree = useTree(point.projectId).data;
  const others = useMemo(() => comparable([...allPoints(tree ?? [])], point).slice(1), [tree, point]);
  const types = characterizedTypes(fields);
  const valueType = types.find((one) => one === state.type) ?? 'observed';
  const fromInitial = state.mode === 'initial';
  const names = useMemo(() => new Map([point, ...others].map((one) => [one.id, one.name])), [point, others]);
  const points = [point.id, ...state.points.filter((id) => id !== point.id && names.has(id))].slice(0, mostPoints);
  const chosen = state.fields.filter((name) => fields.some((one) => one.name === name));
  const query = useCharacteristics({
    ...{ points, fields: chosen, valueType, range: fromInitial ? null : state.range, every: stage.every },
  });
  const found = query.data;
  const rows = useMemo(() => lines(found ?? [], (id) => names.get(id) ?? '', say), [found, names, say]);
  const columns = useCharacteristicColumns(rows, zone);
  const nodeText = useNodeText();
  const saveTable = useSaveTable(point, zone);
  const mine = found?.find((one) => one.measuringPointId === point.id);
  const empty = found !== undefined && rows.every((row) => row.count === 0);
  const heads = [
    ...[t('point'), t('column'), t('node'), t('unit'), t('count'), t('missing'), t('max'), t('time'), t('min')],
    ...[t('time'), t('mean'), t('deviation'), t('range'), t('first'), t('time'), t('last'), t('time'), t('difference')],
  ];
  const facts = mine
    ? ([
        [t('since'), formatTime(mine.start, zone)],
        [t('until'), formatTime(mine.end, zone)],
        [t('readings'), formatNumber(mine.readings, 0)],
        [t('missing'), mine.missing === null ? '—' : formatNumber(mine.missing, 0)],
        [t('analysis:valueType'), typeWord(valueType)],
      ] as const)
    : [];
  return (
    <AnalysisPage
      side={
        <Panel title={t('analysis:result')} fill>
          {facts.length > 0 && <AnalysisFacts facts={facts} />}
          <div className={styles.words}>
            <p>{t('about')}</p>
            <p>{t('aboutNodes')}</p>
            {point.noInitial && fromInitial && <p>{t('noInitial')}</p>}
          </div>
        </Panel>
      }
    >
      <ChartStage
        {...{ stage, zone, state, change, query }}
        table
        timeless={fromInitial}
        busy={query.isFetching && !query.isPending}
        onTable={(format) =>
          saveTable({
            title: t('analysis:method.characteristic'),
            table: linesTable(rows, heads, nodeText, (time) => formatTime(time, zone)),
            range: mine ? { from: mine.start, to: mine.end } : state.range,
            points: [point, ...others].filter(({ id }) => points.includes(id)),
            format,
          })
        }
        head={<AnalysisTabs point={point} method="characteristic" />}
        controls={
          <CharacteristicControls {...{ change, types, valueType, fromInitial, fields, chosen, others, points }} />
        }
      >
        <NoInitialNote point={point} />
        <ScrollArea className={own.body} label={t('analysis:method.characteristic')}>
          <StageBody
            error={found ? null : query.error}
            onRetry={query.refetch}
            loading={!found}
            rows={8}
            empty={empty ? <RangeEmpty {...{ point, zone, valueType, change }} range={state.range} /> : null}
          >
            {() => (
              <DataTable
                label={t('analysis:method.characteristic')}
                rowKey={(row) => row.key}
                dataSource={rows}
                columns={columns}
                {...(phone ? {} : { scroll: { x: 'max-content' } })}
                cards={['name', 'label']}
              />
            )}
          </StageBody>
        </ScrollArea>
      </ChartStage>
    </AnalysisPage>
  );
}
