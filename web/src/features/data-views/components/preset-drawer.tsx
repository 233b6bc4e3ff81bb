import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '@/entities/permission/permissions';
import { FormError } from '@/ui/form/form-error';
import { PanelEmpty } from '@/ui/states';
import type { ViewPage } from '../model/view-page';
import { type Preset, useDeletePreset, useSavePreset } from '../queries/presets';
import { PresetDialog } from './preset-dialog';
import styles from './preset-drawer.module.css';

interface Props {
  page: ViewPage;
  presets: readonly Preset[];
  /** The present controls of the view. */
  present: string;
  onClose: () => void;
}

/** The presets of a view: renamed, shared, replaced by the present controls, deleted. */
export function PresetDrawer({ page, presets, present, onClose }: Props) {
  const { t } = useTranslation('presets');
  const [editing, setEditing] = useState<Preset | null>(null);
  const edits = useCan('Update:Project');
  const save = useSavePreset(page);
  const remove = useDeletePreset(page);
  const busy = save.isPending || remove.isPending;
  const replace = ({ id, name, shared }: Preset) => save.mutate({ id, change: { name, shared, query: present } });
  return (
    <Drawer open size={480} title={t('manageTitle')} onClose={onClose}>
      <FormError error={save.error ?? remove.error} />
      {presets.length === 0 && <PanelEmpty title={t('none')} />}
      <ul className={styles.list}>
        {presets.map((preset) => (
          <li key={preset.id} className={styles.row}>
            <span className={styles.name}>
              <b>{preset.name}</b>
              <span className={styles.quiet}>{t(preset.shared ? 'shared' : 'private', { owner: preset.owner })}</span>
            </span>
            {(edits || (preset.own && !preset.shared)) && (
              <span className={styles.actions}>
                <Button type="link" disabled={busy || preset.query === present} onClick={() => replace(preset)}>
                  {t('replace')}
                </Button>
                <Button type="link" disabled={busy} onClick={() => setEditing(preset)}>
                  {t('edit')}
                </Button>
                <Button type="link" danger disabled={busy} onClick={() => remove.mutate(preset.id)}>
                  {t('delete', { name: preset.name })}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {editing && <PresetDialog page={page} preset={editing} query={editing.query} onClose={() => setEditing(null)} />}
    </Drawer>
  );
}
