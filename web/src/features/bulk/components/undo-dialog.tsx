import { Alert, Button, Checkbox } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';
import { FormError } from '@/ui/form/form-error';
import { announce } from '@/ui/messages';
import { PanelSkeleton } from '@/ui/states';
import { type Action, undoAction, usePreview, useRun } from '../queries';
import { PreviewList } from './preview-list';

interface Props {
  corporationId: number;
  action: Action;
  zone: string;
  onClose: () => void;
}

/** The effect of undoing an action; whatever prevents it is named. */
export function UndoDialog({ corporationId, action, zone, onClose }: Props) {
  const { t } = useTranslation(['bulk', 'common']);
  const undo = undoAction(corporationId);
  const preview = usePreview(undo);
  const run = useRun(undo);
  const ask = preview.mutate;
  useEffect(() => ask({ id: action.id, later: 0 }), [ask, action.id]);
  const later = preview.data?.later ?? 0;
  const [along, setAlong] = useState(false);
  return (
    <Dialog
      open
      width={560}
      title={t('actions.undoTitle', { name: action.subject })}
      onCancel={onClose}
      footer={
        <Button
          danger
          type="primary"
          disabled={!preview.data || (later > 0 && !along)}
          loading={run.isPending}
          onClick={() =>
            run.mutate(
              { id: action.id, later },
              {
                onSuccess: () => {
                  announce('success', t('actions.undone'));
                  onClose();
                },
              },
            )
          }
        >
          {t('actions.undo')}
        </Button>
      }
    >
      {preview.isPending && <PanelSkeleton rows={3} />}
      {later > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('actions.later', { count: later })}
          description={
            <Checkbox checked={along} onChange={(event) => setAlong(event.target.checked)}>
              {t('actions.takeAlong')}
            </Checkbox>
          }
        />
      )}
      {preview.data && <PreviewList found={preview.data} zone={zone} />}
      <FormError error={run.error ?? preview.error} />
    </Dialog>
  );
}
