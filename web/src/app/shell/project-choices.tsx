import { SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { projectsQuery } from '@/api/project';
import { useProjectMode } from '@/entities/session/project-mode';
import styles from './project-picker.module.css';

/** The list of projects with its search. */
export default function ProjectChoices() {
  const { t } = useTranslation('shell');
  const [text, setText] = useState('');
  const name = useDeferredValue(text.trim());
  const current = useProjectMode((state) => state.projectId);
  const { data } = useQuery(projectsQuery({ name, pageSize: 50 }));
  return (
    <>
      <Input
        className={styles.search ?? ''}
        value={text}
        onChange={(event) => setText(event.target.value)}
        prefix={<SearchOutlined aria-hidden />}
        placeholder={t('picker.search')}
        aria-label={t('picker.search')}
        allowClear
      />
      <ul className={styles.list} aria-label={t('menu.projects')}>
        {data?.list.map((project) => (
          <li key={project.id}>
            <Link
              className={styles.project}
              to={`/dashboard/project/${project.id}`}
              aria-current={project.id === current ? 'true' : undefined}
              title={project.name}
            >
              {project.name}
            </Link>
          </li>
        ))}
        {data?.list.length === 0 && <li className={styles.none}>{t('picker.none')}</li>}
      </ul>
    </>
  );
}
