import { DeleteOutlined, DownloadOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { Button, Popconfirm } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan } from '@/entities/permission/permissions';
import { announce } from '@/ui/messages';
import { type Checked, useDeleteTemplate, useTemplateFile } from '../queries';
import styles from '../templates.module.css';

interface Props {
  projectId: number;
  stored: Checked | undefined;
  /** Opens the list of placeholders. */
  onWords: () => void;
  onDeleted: () => void;
}

/** What can be done with a template as a whole. */
export function EditorHead({ projectId, stored, onWords, onDeleted }: Props) {
  const { t } = useTranslation(['report-templates', 'common']);
  const mayDelete = useCan('Delete:Report');
  const file = useTemplateFile(projectId);
  const remove = useDeleteTemplate(projectId);
  const deleted = () => {
    announce('success', t('deleted'));
    onDeleted();
  };
  return (
    <span className={styles.tools}>
      <Button size="small" type="text" icon={<UnorderedListOutlined aria-hidden />} onClick={onWords}>
        {t('words.title')}
      </Button>
      {stored && (
        <Button
          size="small"
          icon={<DownloadOutlined aria-hidden />}
          loading={file.isPending}
          onClick={() => file.mutate(stored)}
        >
          {t('foot.download')}
        </Button>
      )}
      {stored && mayDelete && (
        <Popconfirm
          title={t('deleteAsk')}
          description={t('deleteHint')}
          okText={t('common:action.delete')}
          cancelText={t('common:action.cancel')}
          onConfirm={() => remove.mutate(stored.id, { onSuccess: deleted })}
        >
          <Button
            size="small"
            type="text"
            danger
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('common:action.delete')}
            loading={remove.isPending}
          />
        </Popconfirm>
      )}
      {stored && <Link to={`/projects/${projectId}/reports/templates`}>{t('all')}</Link>}
    </span>
  );
}
