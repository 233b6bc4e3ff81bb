import { PlusOutlined } from '@ant-design/icons';
import { Button, Form, Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { Refusal } from '@/entities/configuration/refusal';
import { Can } from '@/entities/permission/can';
import { useCan } from '@/entities/permission/permissions';
import { ProjectFields, type ProjectForm, projectFieldNames, withoutNull } from '@/entities/project/project-fields';
import { useProject } from '@/entities/project/use-project';
import { Retention } from '@/entities/retention/retention';
import { UpdateRecords } from '@/entities/update-records/update-records';
import { showFieldErrors } from '@/ui/form/field-errors';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { defaultZone } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import { QueryPanel } from '@/ui/states';
import { ConsoleFrame } from '../components/console-frame';
import { DeleteProject } from '../components/delete-project';
import { Members } from '../components/members';
import { ProjectCorrections } from '../components/project-corrections';
import { StructureDialog } from '../components/structure-dialog';
import { StructureTable } from '../components/structure-table';
import { TaskList } from '../components/task-list';
import { Formulas } from '../configuration/formulas';
import { HealthThresholds } from '../configuration/health-thresholds';
import { ThresholdGrid } from '../configuration/threshold-grid';
import { type Project, useUpdateProject } from '../queries/project';
import styles from './console.module.css';

/** The configuration of a project: its identity, structures and items. */
export default function ProjectConsole() {
  const { t } = useTranslation(['console', 'configuration', 'people', 'retention', 'sites', 'common']);
  const projectId = Number(useParams().projectId);
  const query = useProject(projectId);
  const [search, setSearch] = useSearchParams();
  const [adding, setAdding] = useState(() => search.get('add') === 'structure');
  return (
    <ConsoleFrame
      title={query.data?.name ?? t('title')}
      way={[]}
      actions={
        <Can any={['Create:Structure']}>
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
            {t('structure.add')}
          </Button>
        </Can>
      }
    >
      <Tabs
        className={styles.tabs ?? ''}
        destroyOnHidden
        activeKey={search.get('tab') ?? 'structures'}
        onChange={(tab) => setSearch(tab === 'structures' ? {} : { tab }, { replace: true })}
        items={[
          {
            key: 'structures',
            label: t('tab.structures'),
            children: <StructureTable projectId={projectId} onAdd={() => setAdding(true)} />,
          },
          {
            key: 'formulas',
            label: t('configuration:formulas.tab'),
            children: (
              <QueryPanel query={query} rows={8}>
                {(project) => (
                  <Formulas
                    projectId={projectId}
                    corporationId={project.corporationId}
                    zone={project.timeZone || defaultZone}
                  />
                )}
              </QueryPanel>
            ),
          },
          {
            key: 'thresholds',
            label: t('configuration:thresholds.tab'),
            children: (
              <QueryPanel query={query} rows={8}>
                {(project) => <ThresholdGrid projectId={projectId} zone={project.timeZone || defaultZone} />}
              </QueryPanel>
            ),
          },
          {
            key: 'health',
            label: t('configuration:health.tab'),
            children: (
              <QueryPanel query={query} rows={8}>
                {(project) => <HealthThresholds projectId={projectId} zone={project.timeZone || defaultZone} />}
              </QueryPanel>
            ),
          },
          {
            key: 'members',
            label: t('people:members.tab'),
            children: (
              <QueryPanel query={query} rows={6}>
                {(project) => (
                  <Members
                    projectId={projectId}
                    corporationId={project.corporationId}
                    zone={project.timeZone || defaultZone}
                  />
                )}
              </QueryPanel>
            ),
          },
          {
            key: 'info',
            label: t('tab.project'),
            children: (
              <QueryPanel query={query} rows={7}>
                {(project) => <ProjectInfo project={project} />}
              </QueryPanel>
            ),
          },
          {
            key: 'tasks',
            label: t('sites:tasks.title'),
            children: <TaskList of={{ projectId }} zone={query.data?.timeZone || defaultZone} />,
          },
          {
            key: 'corrections',
            label: t('pointTab.corrections'),
            children: <ProjectCorrections projectId={projectId} zone={query.data?.timeZone || defaultZone} />,
          },
          {
            key: 'retention',
            label: t('retention:title'),
            children: <Retention place={{ projectId }} zone={query.data?.timeZone || defaultZone} />,
          },
          {
            key: 'records',
            label: t('sites:records.title'),
            children: <UpdateRecords kinds about={{ projectId }} zone={query.data?.timeZone || defaultZone} />,
          },
        ]}
      />
      <StructureDialog
        projectId={projectId}
        open={adding}
        structure={null}
        parentId={0}
        onClose={() => setAdding(false)}
      />
    </ConsoleFrame>
  );
}

function ProjectInfo({ project }: { project: Project }) {
  const { t } = useTranslation(['console', 'common']);
  const [form] = Form.useForm<ProjectForm>();
  const mayEdit = useCan('Update:Project');
  const save = useUpdateProject(project.id);
  const { id: _id, corporationId: _c, createdAt: _t, permissions: _p, ...fields } = project;
  const changed = useFormChanged(form, fields);
  useUnsaved(changed);
  return (
    <div className={styles.form}>
      <Form<ProjectForm>
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={!mayEdit}
        initialValues={fields}
        onFinish={(values) =>
          save.mutate(withoutNull({ ...fields, ...values }), {
            onSuccess: () => announce('success', t('saved')),
            onError: (error) => showFieldErrors(form, error, projectFieldNames),
          })
        }
      >
        <Refusal error={save.error} />
        <ProjectFields />
        {mayEdit && (
          <Button type="primary" htmlType="submit" disabled={!changed} loading={save.isPending}>
            {t('common:action.save')}
          </Button>
        )}
      </Form>
      <Can any={['Delete:Project']}>
        <DeleteProject project={project} />
      </Can>
    </div>
  );
}
