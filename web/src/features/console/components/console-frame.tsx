import {
  ApartmentOutlined,
  DownOutlined,
  EnvironmentOutlined,
  PictureOutlined,
  RightOutlined,
} from '@ant-design/icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useProject } from '@/entities/project/use-project';
import { Panel } from '@/ui/panel';
import tall from '@/ui/tall-tabs.module.css';
import { useMedia } from '@/ui/use-media';
import styles from '../pages/console.module.css';
import type { Structure } from '../queries/project';
import { ConsoleTree } from './console-tree';
import treeStyles from './console-tree.module.css';

interface Props {
  title: string;
  /** Breadcrumbs without the page itself. */
  way: { name: string; to: string }[];
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of all consoles: the project tree on the left, one thing to edit on the right. */
export function ConsoleFrame({ title, way, actions, children }: Props) {
  const { t } = useTranslation('console');
  const params = useParams();
  const projectId = Number(params.projectId);
  const project = useProject(projectId);
  const structureId = Number(params.itemId) || Number(params.structureId) || 0;
  const hereId = Number(params.mpId) || structureId;
  const base = `/projects/${projectId}/console`;
  // Where the tree is above the page instead of at its side, it opens on request.
  const above = useMedia('(max-width: 899px)');
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.page}>
      <Panel
        title={
          above ? (
            <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />} {t('parts')}
            </button>
          ) : (
            t('parts')
          )
        }
      >
        <div hidden={above && !open}>
          <nav className={treeStyles.places} aria-label={t('places.name')}>
            <Link
              className={treeStyles.place}
              to={`${base}/plans${structureId === 0 ? '' : `?structure=${structureId}`}`}
            >
              <PictureOutlined aria-hidden /> {t('places.plans')}
            </Link>
            <Link className={treeStyles.place} to={`${base}/map`}>
              <EnvironmentOutlined aria-hidden /> {t('places.map')}
            </Link>
            <Link className={treeStyles.place} to={`${base}/topology`}>
              <ApartmentOutlined aria-hidden /> {t('places.topology')}
            </Link>
          </nav>
          <ConsoleTree projectId={projectId} name={project.data?.name ?? t('title')} hereId={hereId} />
        </div>
      </Panel>
      <Panel fill>
        <div className={styles.column}>
          <div className={styles.crumbs}>
            {way.length > 0 && (
              <nav aria-label={t('way')}>
                {way.map((step) => (
                  <span key={step.to}>
                    <Link to={step.to}>{step.name}</Link> /{' '}
                  </span>
                ))}
              </nav>
            )}
            <h1>{title}</h1>
            <span className={styles.space} />
            {actions}
          </div>
          <div className={`${styles.scroll} ${tall.area}`}>{children}</div>
        </div>
      </Panel>
    </div>
  );
}

export function roots(list: readonly Structure[]): Structure[] {
  return list.filter((one) => !one.isItem);
}

export function itemsOf(list: readonly Structure[], structureId: number): Structure[] {
  return list.filter((one) => one.isItem && one.parentId === structureId);
}
