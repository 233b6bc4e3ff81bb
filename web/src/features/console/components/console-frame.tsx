import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useProject } from '@/shared/project/use-project';
import { Panel } from '@/shared/ui/panel';
import { QueryPanel } from '@/shared/ui/states';
import { useMedia } from '@/shared/ui/use-media';
import styles from '../pages/console.module.css';
import { type Structure, useStructures } from '../queries/project';

interface Props {
  title: string;
  /** The way here, without the page itself. */
  way: { name: string; to: string }[];
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of all consoles: what the project is made of on the left, one thing to edit on the right. */
export function ConsoleFrame({ title, way, actions, children }: Props) {
  const { t } = useTranslation('console');
  const params = useParams();
  const projectId = Number(params.projectId);
  const project = useProject(projectId);
  const structures = useStructures(projectId);
  const here = Number(params.itemId) || Number(params.structureId) || 0;
  const base = `/projects/${projectId}/console`;
  // Where the tree stands above the page rather than beside it, it opens when it is wanted.
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
        extra={
          <span className={styles.places}>
            <Link to={`${base}/plans${here === 0 ? '' : `?structure=${here}`}`}>{t('places.plans')}</Link>
            <Link to={`${base}/map`}>{t('places.map')}</Link>
          </span>
        }
      >
        <ul className={styles.tree} hidden={above && !open}>
          <li>
            <Link to={base} aria-current={here === 0 ? 'page' : undefined}>
              {project.data?.name ?? t('title')}
            </Link>
          </li>
          <QueryPanel query={structures} rows={5}>
            {({ list }) => (
              <>
                {roots(list).map((one) => (
                  <li key={one.id}>
                    <Link to={`${base}/structures/${one.id}`} aria-current={here === one.id ? 'page' : undefined}>
                      {one.name}
                    </Link>
                    <ul>
                      {itemsOf(list, one.id).map((item) => (
                        <li key={item.id}>
                          <Link
                            to={`${base}/structures/${one.id}/items/${item.id}`}
                            aria-current={here === item.id ? 'page' : undefined}
                          >
                            {item.name}
                          </Link>
                        </li>
                      ))}
                    </ul>
                  </li>
                ))}
              </>
            )}
          </QueryPanel>
        </ul>
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
          <div className={styles.scroll}>{children}</div>
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
