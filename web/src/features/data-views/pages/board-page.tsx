import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useParams } from 'react-router';
import { Can } from '@/entities/permission/can';
import { Panel } from '@/ui/panel';
import { PanelEmpty, PanelError, PanelSkeleton } from '@/ui/states';
import { BoardView } from '../components/board-view';
import { boardPath } from '../model/board';
import { useBoards } from '../queries/boards';

/** A board of a project: a saved one, or a new one whose state is in the address. */
export default function BoardPage() {
  const { t } = useTranslation('boards');
  const params = useParams();
  const { pathname, search } = useLocation();
  const projectId = Number(params.projectId);
  const boards = useBoards(projectId);
  const fresh = pathname.endsWith('/new');

  if (boards.error && !boards.data) {
    return <PanelError title={t('failed')} error={boards.error} onRetry={() => boards.refetch()} />;
  }
  if (!boards.data) return <PanelSkeleton rows={10} />;
  if (fresh) return <BoardView key="new" projectId={projectId} boards={boards.data} saved={null} />;
  const first = boards.data[0];
  if (params.boardId === undefined && first) {
    return <Navigate to={boardPath(projectId, first.id) + search} replace />;
  }
  const saved = boards.data.find(({ id }) => id === Number(params.boardId));
  if (saved) return <BoardView key={saved.id} projectId={projectId} boards={boards.data} saved={saved} />;
  return (
    <Panel fill>
      {params.boardId === undefined ? (
        <PanelEmpty
          title={t('none')}
          hint={t('noneHint')}
          action={
            <Can any={['Update:Project']}>
              <Link to={boardPath(projectId, 'new')}>
                <Button type="primary">{t('new')}</Button>
              </Link>
            </Can>
          }
        />
      ) : (
        <PanelEmpty title={t('notThere')} action={<Link to={boardPath(projectId)}>{t('toFirst')}</Link>} />
      )}
    </Panel>
  );
}
