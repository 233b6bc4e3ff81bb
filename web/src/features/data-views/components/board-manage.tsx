import { EllipsisOutlined } from '@ant-design/icons';
import { App, Button, Dropdown, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useCan } from '@/entities/permission/permissions';
import { Dialog } from '@/ui/dialog';
import { atMost, counted } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { type BoardState, boardPath, bodyOf, isDraft, ofSaved, type SavedBoard } from '../model/board';
import { useDeleteBoard, useSaveBoard, useSortBoards } from '../queries/boards';
import styles from './board-view.module.css';

interface Props {
  projectId: number;
  boards: readonly SavedBoard[];
  saved: SavedBoard | null;
}

/** The boards of the project, and a new one. */
function Choice({ projectId, boards, saved }: Props) {
  const { t } = useTranslation('boards');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const mark = isDraft(search) ? ` ${t('unsaved')}` : '';
  return (
    <Select<number | 'new'>
      className={styles.boards ?? ''}
      aria-label={t('choice')}
      value={saved?.id ?? 'new'}
      popupMatchSelectWidth={false}
      options={[
        ...boards.map(({ id, name }) => ({ value: id, label: id === saved?.id ? name + mark : name })),
        { value: 'new' as const, label: t('new') },
      ]}
      onChange={(id) => void navigate(boardPath(projectId, id))}
    />
  );
}

interface SaveProps extends Props {
  board: BoardState;
  onFailure: (error: unknown) => void;
}

type Asked = 'save' | 'copy' | 'rename' | null;

/** Saves the board; a menu renames, copies, moves or deletes it. */
function Save({ projectId, boards, saved, board, onFailure }: SaveProps) {
  const { t } = useTranslation('boards');
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [asked, setAsked] = useState<Asked>(null);
  const save = useSaveBoard(projectId);
  const remove = useDeleteBoard(projectId);
  const sort = useSortBoards(projectId);
  if (!useCan('Update:Project')) return null;
  const place = boards.findIndex(({ id }) => id === saved?.id);
  const outcome = { onSuccess: () => onFailure(null), onError: onFailure };
  const move = (by: number) => {
    const ids = boards.map(({ id }) => id);
    ids.splice(place + by, 0, ...ids.splice(place, 1));
    sort.mutate(ids, outcome);
  };
  const onSave = () => {
    if (!saved) return setAsked('save');
    const body = bodyOf(saved.name, board, saved.updatedAt);
    save.mutate(
      { id: saved.id, body },
      {
        onError: onFailure,
        onSuccess: () => {
          onFailure(null);
          void navigate(boardPath(projectId, saved.id), { replace: true });
        },
      },
    );
  };
  const onDelete = () =>
    saved &&
    modal.confirm({
      title: t('delete.title', { name: saved.name }),
      content: t('delete.what'),
      okText: t('delete.verb'),
      okButtonProps: { danger: true, type: 'default' },
      onOk: () =>
        remove.mutate(saved.id, {
          ...outcome,
          onSuccess: () => void navigate(boardPath(projectId), { replace: true }),
        }),
    });
  const items = [
    { key: 'rename', label: t('manage.rename'), onClick: () => setAsked('rename') },
    { key: 'copy', label: t('manage.copy'), onClick: () => setAsked('copy') },
    { key: 'earlier', label: t('manage.earlier'), disabled: place <= 0, onClick: () => move(-1) },
    { key: 'later', label: t('manage.later'), disabled: place >= boards.length - 1, onClick: () => move(1) },
    { key: 'delete', label: t('manage.delete'), danger: true, onClick: onDelete },
  ];
  return (
    <>
      <Button type="primary" loading={save.isPending} disabled={saved !== null && !isDraft(search)} onClick={onSave}>
        {t('save')}
      </Button>
      {saved && (
        <Dropdown trigger={['click']} menu={{ items }}>
          <Button type="text" icon={<EllipsisOutlined aria-hidden />} aria-label={t('manage.label')} />
        </Dropdown>
      )}
      {asked && (
        <NameDialog
          {...{ projectId, asked }}
          start={asked === 'rename' ? (saved?.name ?? '') : ''}
          id={asked === 'rename' ? (saved?.id ?? null) : null}
          updatedAt={asked === 'rename' ? (saved?.updatedAt ?? 0) : 0}
          // A renamed board keeps its unsaved changes in the address.
          board={asked === 'rename' && saved ? ofSaved(saved) : board}
          onClose={() => setAsked(null)}
          onSaved={(made) => {
            setAsked(null);
            onFailure(null);
            if (asked !== 'rename') void navigate(boardPath(projectId, made.id), { replace: true });
          }}
        />
      )}
    </>
  );
}

interface NameProps {
  projectId: number;
  asked: NonNullable<Asked>;
  start: string;
  id: number | null;
  updatedAt: number;
  board: BoardState;
  onClose: () => void;
  onSaved: (board: SavedBoard) => void;
}

const longestName = 40;

/** Asks for the name of a board and saves it. */
function NameDialog({ projectId, asked, start, id, updatedAt, board, onClose, onSaved }: NameProps) {
  const { t } = useTranslation('boards');
  const [form] = Form.useForm<{ name: string }>();
  const [failure, setFailure] = useState<unknown>(null);
  const save = useSaveBoard(projectId);
  return (
    <Dialog
      open
      width={480}
      title={t(`name.${asked}`)}
      okText={t('save')}
      okButtonProps={{ loading: save.isPending }}
      onCancel={onClose}
      onOk={() => form.submit()}
    >
      <Form<{ name: string }>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ name: start }}
        onFinish={({ name }) =>
          save.mutate(
            { id, body: bodyOf(name.trim(), board, updatedAt) },
            {
              onSuccess: onSaved,
              onError: (error) => setFailure(showFieldErrors(form, error, ['name']) ? null : error),
            },
          )
        }
      >
        <Form.Item
          name="name"
          label={t('name.label')}
          rules={[{ required: true, whitespace: true, message: t('name.needed') }, atMost(longestName)]}
        >
          <Input count={counted(longestName)} />
        </Form.Item>
        <FormError error={failure} />
      </Form>
    </Dialog>
  );
}

export const BoardManage = { Choice, Save };
