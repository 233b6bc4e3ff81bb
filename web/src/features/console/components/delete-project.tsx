import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { DangerZone } from '@/ui/danger-zone';
import { type Project, useDeleteProject } from '../queries/project';
import { DeletionDialog } from './deletion-dialog';

/** Deletes a project after asking for the password, and lists what is deleted with it. */
export function DeleteProject({ project }: { project: Project }) {
  const { t } = useTranslation(['console', 'sites']);
  const [open, setOpen] = useState(false);
  const remove = useDeleteProject(project.id);
  const navigate = useNavigate();
  return (
    <DangerZone title={t('project.delete')} hint={t('sites:deletion.projectHint')}>
      <Button danger onClick={() => setOpen(true)}>
        {t('project.delete')}
      </Button>
      <DeletionDialog
        open={open}
        doomed={{ projectId: project.id }}
        hint={t('sites:deletion.projectHint')}
        verb={t('project.delete')}
        withPassword
        pending={remove.isPending}
        error={remove.error}
        onDelete={(password) => remove.mutate(password, { onSuccess: () => navigate('/projects') })}
        onClose={() => {
          remove.reset();
          setOpen(false);
        }}
      />
    </DangerZone>
  );
}
