import { CaretRightOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, InputNumber, Segmented } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '@/ui/form/form-error';
import { formatNumber } from '@/ui/format/number';
import { Panel } from '@/ui/panel';
import { PanelEmpty } from '@/ui/states';
import styles from '../bench.module.css';
import { frameText, fromHex, hexText } from '../model/bytes';
import { type FrameTrial, type TriedFrame, useTry, type Where } from '../queries';
import { useFieldName } from './part-table';
import { PointLevel, resultText } from './reached-panel';

/** More values than these are changed as bytes. */
const mostValues = 60;

interface Props {
  where: Where;
  /** The frame that the simulation starts from, and what it is. */
  frame: FrameTrial | null;
  tried: TriedFrame | undefined;
  deviceType: string;
  /** The choice of the protocol by which the frame is read. */
  readBy: ReactNode;
  /** Shows the simulated frame in place of the original. */
  onShow: (frame: FrameTrial) => void;
}

/** The frame with other values or bytes, and what the points would make of it. Nothing is stored or sent. */
export function Simulation({ where, frame, tried, deviceType, readBy, onShow }: Props) {
  const { t } = useTranslation(['debug', 'common']);
  return (
    <Panel title={t('simulate')} extra={t('notStored')} fill className={styles.side}>
      <div className={styles.column}>
        <div className={styles.readBy}>
          <span>{t('readBy')}</span>
          {readBy}
        </div>
        {frame && tried ? (
          <Body key={tried.hex} {...{ where, frame, tried, deviceType, onShow }} />
        ) : (
          <PanelEmpty title={t('chooseFrame')} />
        )}
      </div>
    </Panel>
  );
}

function Body({
  where,
  frame,
  tried,
  deviceType,
  onShow,
}: Omit<Props, 'readBy'> & { frame: FrameTrial; tried: TriedFrame }) {
  const { t } = useTranslation(['debug', 'common']);
  const id = useId();
  const named = useFieldName(deviceType);
  const bytes = fromHex(tried.hex);
  const text = frameText(bytes);
  const original = text ?? hexText(bytes);
  const slots = tried.readings.flatMap((reading, at) =>
    reading.values
      // Of samples only peaks can be set; the rest follows.
      .filter(({ field }) => !reading.samples || field.startsWith('peak'))
      .map(({ field, node, value }) => ({ reading: at, channelNo: reading.channelNo, field, node, value })),
  );
  const byValue = tried.changeable && slots.length > 0 && slots.length <= mostValues;
  const [way, setWay] = useState<'values' | 'bytes'>(byValue ? 'values' : 'bytes');
  const [values, setValues] = useState<Record<number, number>>({});
  const [content, setContent] = useState(original);
  const [repair, setRepair] = useState(true);
  const run = useTry(where);
  const damaged = repair && tried.parts.some((part) => part.want);
  const changed = way === 'values' ? Object.keys(values).length > 0 : content !== original || damaged;
  const body: FrameTrial = {
    ...frame,
    ...(way === 'values'
      ? {
          ...{ format: 'hex' as const, content: tried.hex },
          changes: Object.entries(values).flatMap(([i, value]) => {
            const slot = slots[Number(i)];
            return slot ? [{ reading: slot.reading, field: slot.field, node: slot.node, value }] : [];
          }),
        }
      : { format: text === null ? ('hex' as const) : ('text' as const), content, repair }),
  };
  return (
    <form
      className={styles.rest}
      onSubmit={(event) => {
        event.preventDefault();
        run.mutate(body);
      }}
    >
      <div className={styles.sideBody}>
        <Segmented
          block
          aria-label={t('changeBy')}
          value={way}
          options={[
            { value: 'values', label: t('changeValues'), disabled: !byValue },
            { value: 'bytes', label: t(text === null ? 'changeBytes' : 'changeText') },
          ]}
          onChange={setWay}
        />
        {way === 'values' ? (
          slots.map(({ channelNo, field, node, value }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the values of a frame never move
            <div key={i} className={styles.slot}>
              <label htmlFor={`${id}-${i}`}>
                {channelNo > 0 && `${t('channelNo', { no: channelNo })} `}
                {node > 0 && `${node}/`}
                {named(field)}
              </label>
              <InputNumber<number>
                id={`${id}-${i}`}
                className={styles.wide ?? ''}
                data-changed={i in values}
                value={values[i] ?? value}
                onChange={(next) =>
                  setValues(({ [i]: _, ...others }) =>
                    next === null || next === value ? others : { ...others, [i]: next },
                  )
                }
              />
              {i in values && (
                <small className={styles.original}>{t('original', { value: formatNumber(value) })}</small>
              )}
            </div>
          ))
        ) : (
          <>
            <Input.TextArea
              className={styles.mono ?? ''}
              aria-label={t(text === null ? 'changeBytes' : 'changeText')}
              rows={8}
              value={content}
              onChange={(event) => setContent(event.target.value)}
            />
            <Checkbox checked={repair} onChange={(event) => setRepair(event.target.checked)}>
              {t('repair')}
            </Checkbox>
          </>
        )}
        <FormError error={run.error} />
        {run.data && <Outcome before={tried} after={run.data} />}
      </div>
      <div className={styles.sideFoot}>
        <Button
          disabled={!run.data}
          onClick={() => run.data && onShow({ ...frame, format: 'hex', content: run.data.hex })}
        >
          {t('showFrame')}
        </Button>
        <Button
          type="primary"
          htmlType="submit"
          icon={<CaretRightOutlined aria-hidden />}
          loading={run.isPending}
          disabled={!changed}
        >
          {t('run')}
        </Button>
      </div>
    </form>
  );
}

/** What each point would have, with what it has from the original. */
function Outcome({ before, after }: { before: TriedFrame; after: TriedFrame }) {
  const { t } = useTranslation('debug');
  return (
    <section className={styles.outcome} aria-live="polite" aria-label={t('outcome')}>
      <h3>{t('outcome')}</h3>
      {after.refusal && <p className={styles.refusal}>{after.refusal}</p>}
      {!after.refusal && after.points.length === 0 && <p className={styles.quiet}>{t('noPoints')}</p>}
      {after.points.map((point) => {
        const was = before.points.find((one) => one.measuringPointId === point.measuringPointId);
        return (
          <div key={point.measuringPointId} className={styles.simulated}>
            <b>{point.name}</b>
            <span className={styles.levels}>
              {was && <PointLevel point={was} />} → <PointLevel point={point} />
            </span>
            <span className={styles.strong}>{resultText(point) || t('noResult')}</span>
            {was && (
              <small className={styles.original}>{t('original', { value: resultText(was) || t('noResult') })}</small>
            )}
          </div>
        );
      })}
    </section>
  );
}
