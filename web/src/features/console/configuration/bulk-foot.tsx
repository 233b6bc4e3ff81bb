import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Consequences } from '@/entities/configuration/consequences';
import { Refusal } from '@/entities/configuration/refusal';
import { noteLength } from '@/ui/form/at-most';
import { fits } from '@/ui/form/limited';
import { announce } from '@/ui/messages';
import styles from './configuration.module.css';
import { type BulkVersions, type usePreviewBulk, useRecordBulk } from './queries';
import { WhenFields } from './when-fields';

export interface When {
  validFrom: number;
  note: string;
}

interface Props {
  projectId: number;
  zone: string;
  when: When;
  onWhen: (when: When) => void;
  /** Number of points that change. */
  count: number;
  /** The change to record, read when needed. */
  changes: () => Pick<BulkVersions, 'aspect' | 'changes'>;
  disabled?: boolean;
  /** Called before the preview; returns whether the changes can be sent. */
  ready?: () => boolean;
  preview: ReturnType<typeof usePreviewBulk>;
  onSaved: () => void;
}

/** The start time of a change to many points, its effect, and the save button. */
export function BulkFoot({ projectId, zone, when, onWhen, count, changes, disabled, ready, preview, onSaved }: Props) {
  const { t } = useTranslation('configuration');
  const record = useRecordBulk(projectId);
  const body = () => ({ ...changes(), ...when });
  const idle = disabled || count === 0 || !fits(when.note, noteLength);
  const touch = (next: When) => {
    onWhen(next);
    preview.reset();
    record.reset();
  };
  return (
    <>
      <WhenFields
        zone={zone}
        {...when}
        onValidFrom={(validFrom) => touch({ ...when, validFrom })}
        onNote={(note) => onWhen({ ...when, note })}
      />
      <Refusal error={record.error ?? preview.error} />
      {preview.data && <Consequences found={preview.data} zone={zone} />}
      <div className={styles.foot}>
        <span>{t('bulk.points', { count })}</span>
        {preview.data ? (
          <Button
            type="primary"
            disabled={idle}
            loading={record.isPending}
            onClick={() =>
              record.mutate(body(), {
                onSuccess: () => {
                  announce('success', t('bulk.saved', { count }));
                  preview.reset();
                  onSaved();
                },
              })
            }
          >
            {t('bulk.save', { count })}
          </Button>
        ) : (
          <Button
            type="primary"
            disabled={idle}
            loading={preview.isPending}
            onClick={() => (ready?.() ?? true) && preview.mutate(body())}
          >
            {t('bulk.preview')}
          </Button>
        )}
      </div>
    </>
  );
}
