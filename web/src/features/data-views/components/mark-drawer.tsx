import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttributes, useLabel } from '@/api/catalog';
import { Consequences } from '@/entities/configuration/consequences';
import editors from '@/entities/configuration/editors/editors.module.css';
import { Field } from '@/entities/configuration/editors/field';
import { Refusal } from '@/entities/configuration/refusal';
import studio from '@/entities/configuration/version-studio.module.css';
import { type CorrectionFields, previewQuery, useCreateCorrection } from '@/entities/correction/queries';
import { useCan } from '@/entities/permission/permissions';
import { counted, noteLength } from '@/ui/form/at-most';
import { fits, LimitedArea } from '@/ui/form/limited';
import { NumberField } from '@/ui/form/number-field';
import { useUnsaved } from '@/ui/form/unsaved';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { QueryPanel } from '@/ui/states';
import { useSettled } from '@/ui/use-settled';
import type { PointNote } from '../model/notes';
import type { PointState } from '../model/types';
import { pointKeys } from '../queries/keys';
import { useSaveNote } from '../queries/notes';
import styles from './mark-list.module.css';

/** A chosen part of a chart. */
export interface Span {
  from: number;
  to: number;
}

interface Props {
  point: PointState;
  zone: string;
  span: Span;
  /** The note to change; null: a new mark. */
  note: PointNote | null;
  onClose: () => void;
}

const kinds = ['note', 'suspect', 'withdraw', 'shift'] as const;
type Kind = (typeof kinds)[number];
const wide = { width: '100%' };

/** Marks a part of a chart: a note, or a correction after a preview of its effect. */
export default function MarkDrawer({ point, zone, span, note, onClose }: Props) {
  const { t } = useTranslation(['marks', 'console', 'common']);
  const say = useLabel();
  const removes = useCan('Delete:Data');
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<Kind>('note');
  const [at, setAt] = useState(note ? { from: note.from, to: note.to } : span);
  const [text, setText] = useState(note?.text ?? '');
  const [fields, setFields] = useState<string[]>([]);
  const [shifted, setShifted] = useState(point.field?.name ?? '');
  const [amount, setAmount] = useState<number | null>(null);
  const unsaved = useUnsaved(text !== (note?.text ?? '') || amount !== null);
  const options = useAttributes(point.measurement)
    .filter((one) => one.valueTypes.length > 0)
    .map((one) => ({ value: one.name, label: `${say(one.label)} ${one.unit}`.trim() }));
  const saveNote = useSaveNote(point);
  const create = useCreateCorrection(point.structureId, point.id);
  const whole = kind !== 'shift';
  const ordered = !whole || at.to >= at.from;
  const complete = ordered && (kind !== 'shift' || (shifted !== '' && (amount ?? 0) !== 0));
  const correction: CorrectionFields = {
    kind: kind === 'note' ? 'suspect' : kind,
    from: at.from,
    note: text,
    ...(kind === 'shift' ? { fields: [shifted], amount: amount ?? 0 } : { fields, to: at.to }),
  };
  // The reason does not change the effect, and typing it does not compute it again.
  const wanted = JSON.stringify({ ...correction, note: t('marks:preview') });
  const asked = useSettled(wanted, 400);
  const preview = useQuery({
    ...previewQuery(point.structureId, point.id, JSON.parse(asked) as CorrectionFields),
    enabled: kind !== 'note' && complete,
  });
  const written = text.trim() !== '' && fits(text, noteLength);
  const ready = written && complete && (kind === 'note' || (asked === wanted && preview.data !== undefined));
  const done = () => {
    unsaved.saved();
    onClose();
  };
  const save = () => {
    if (kind === 'note')
      return saveNote.mutate({ noteId: note?.id ?? null, body: { ...at, text } }, { onSuccess: done });
    create.mutate(correction, {
      onSuccess: () => {
        void queryClient.invalidateQueries({ queryKey: pointKeys.all(point.id) });
        done();
      },
    });
  };
  const offered = kinds.filter((one) => one !== 'withdraw' || removes);
  return (
    <Drawer
      open
      closable={{ placement: 'end' }}
      size={560}
      title={`${t(note ? 'edit' : 'title')} · ${note?.measuringPointName ?? point.name}`}
      onClose={() => unsaved.leave(onClose)}
      footer={
        <div className={studio.foot}>
          <span>{kind === 'note' ? t('noteHint') : t('console:correction.will')}</span>
          <Button onClick={() => unsaved.leave(onClose)}>{t('common:action.cancel')}</Button>
          <Button type="primary" disabled={!ready} loading={create.isPending || saveNote.isPending} onClick={save}>
            {t('save')}
          </Button>
        </div>
      }
    >
      <div className={studio.editor}>
        {!note && (
          <Segmented
            block
            value={kind}
            aria-label={t('what')}
            options={offered.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
            onChange={setKind}
          />
        )}
        <p className={editors.hint}>{t(`hint.${kind}`)}</p>
        <div className={styles.ends}>
          <Field label={t('from')}>
            <ZonedPicker
              zone={zone}
              label={t('from')}
              value={at.from}
              onChange={(from) => from && setAt({ ...at, from })}
            />
          </Field>
          {whole && (
            <Field label={t('to')}>
              <ZonedPicker zone={zone} label={t('to')} value={at.to} onChange={(to) => to && setAt({ ...at, to })} />
            </Field>
          )}
          {kind === 'shift' && (
            <>
              <Field label={t('field')}>
                <Select aria-label={t('field')} style={wide} value={shifted} options={options} onChange={setShifted} />
              </Field>
              <Field label={t('amount')}>
                <NumberField label={t('amount')} value={amount} onChange={setAmount} />
              </Field>
            </>
          )}
        </div>
        {(kind === 'suspect' || kind === 'withdraw') && options.length > 1 && (
          <Field label={t('field')}>
            <Select
              mode="multiple"
              aria-label={t('field')}
              style={wide}
              placeholder={t('allFields')}
              value={fields}
              options={options}
              onChange={setFields}
            />
          </Field>
        )}
        {!ordered && <p role="alert">{t('order')}</p>}
        <Field label={kind === 'note' ? t('text') : t('reason')}>
          <LimitedArea
            rows={3}
            max={noteLength}
            count={counted(noteLength)}
            aria-label={kind === 'note' ? t('text') : t('reason')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Refusal error={create.error ?? saveNote.error} />
        {kind !== 'note' && complete && (
          <QueryPanel query={preview} rows={4}>
            {(found) => <Consequences found={found} zone={zone} />}
          </QueryPanel>
        )}
      </div>
    </Drawer>
  );
}
