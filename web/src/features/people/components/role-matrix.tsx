import { Button, Checkbox, Tooltip } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import { useCan } from '@/entities/permission/permissions';
import { FormError } from '@/ui/form/form-error';
import { useUnsaved } from '@/ui/form/unsaved';
import { listText } from '@/ui/format/list';
import { announce } from '@/ui/messages';
import { actions, difference, reasonOf, toggled } from '../model/matrix';
import { type Permission, type Role, useSetPermissions } from '../queries';
import styles from './people.module.css';

interface Props {
  role: Role;
  all: Permission[];
}

/** The permissions of a role by scope and action. A locked cell explains why. */
export function RoleMatrix({ role, all }: Props) {
  const { t } = useTranslation(['people', 'common']);
  const say = useLabel();
  const mayEdit = useCan('Update:Role');
  const before = new Set(role.permissions);
  const [draft, setDraft] = useState<ReadonlySet<string> | null>(null);
  const chosen = draft ?? before;
  const save = useSetPermissions(role.id);
  const area = useRef<HTMLTableElement>(null);
  const bounds = { builtIn: role.builtIn, mayEdit, inProjects: role.memberCount > 0 };
  const scopes = [...new Set(all.map((one) => one.scope))];
  const { gives, takes } = difference(before, chosen, all);
  const changed = gives.length + takes.length > 0;
  useUnsaved(changed);
  const words = (list: Permission[]) => listText(list.map((one) => `${say(one.scopeLabel)}·${say(one.label)}`));
  const reset = () => {
    setDraft(null);
    save.reset();
  };

  /** The arrow keys walk from cell to cell. */
  function onKey(event: KeyboardEvent<HTMLTableElement>) {
    const steps: Record<string, [number, number]> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    };
    const step = steps[event.key];
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
    if (!step || !cell) return;
    const to = [Number(cell.dataset.row) + step[0], Number(cell.dataset.column) + step[1]];
    area.current?.querySelector<HTMLElement>(`[data-row="${to[0]}"][data-column="${to[1]}"] input`)?.focus();
    event.preventDefault();
  }

  return (
    <>
      <table ref={area} className={styles.matrix} aria-label={t('roles.matrix')} onKeyDown={onKey}>
        <thead>
          <tr>
            <th scope="col">{t('roles.scope')}</th>
            {actions.map((action) => (
              <th key={action} scope="col" className={styles.cell}>
                {t(`common:permissionAction.${action}`)}
              </th>
            ))}
          </tr>
        </thead>
        {[false, true].map((ofProject) => (
          <tbody key={String(ofProject)}>
            <tr className={styles.part}>
              <th scope="rowgroup" colSpan={actions.length + 1}>
                {t(ofProject ? 'roles.ofProject' : 'roles.ofCorporation')}
              </th>
            </tr>
            {scopes
              .filter((scope) => all.some((one) => one.scope === scope && one.ofProject === ofProject))
              .map((scope) => {
                const pairs = all.filter((one) => one.scope === scope);
                const name = pairs[0] ? say(pairs[0].scopeLabel) : scope;
                return (
                  <tr key={scope}>
                    <th scope="row">
                      {name}
                      <small>{t(`roles.about.${scope as 'Project'}`)}</small>
                    </th>
                    {actions.map((action, column) => {
                      const pair = pairs.find((one) => one.action === action);
                      if (!pair) return <td key={action} />;
                      const reason = reasonOf(pair, chosen, all, bounds);
                      const why = reason ? t(`roles.reason.${reason}`) : '';
                      const label = `${name}·${t(`common:permissionAction.${action}`)}${why ? `·${why}` : ''}`;
                      return (
                        <td key={action} className={styles.cell} data-row={scopes.indexOf(scope)} data-column={column}>
                          <Tooltip title={why}>
                            <Checkbox
                              checked={chosen.has(pair.permission)}
                              aria-label={label}
                              aria-disabled={reason !== null}
                              className={reason ? (styles.fixed ?? '') : ''}
                              onChange={() => {
                                if (reason === null) setDraft(toggled(pair, chosen, all));
                              }}
                            />
                          </Tooltip>
                        </td>
                      );
                    })}
                  </tr>
                );
              })}
          </tbody>
        ))}
      </table>
      <div className={styles.foot}>
        <div className={styles.change} aria-live="polite">
          {role.builtIn ? (
            <p>{t('roles.builtInHint')}</p>
          ) : changed ? (
            <>
              {gives.length > 0 && <p>{t('roles.gives', { list: words(gives as Permission[]) })}</p>}
              {takes.length > 0 && <p>{t('roles.takes', { list: words(takes as Permission[]) })}</p>}
              <p>{t('roles.at', { count: role.userCount + role.groupCount + role.memberCount })}</p>
            </>
          ) : (
            <p>{t('roles.noChange')}</p>
          )}
          <FormError error={save.error ?? undefined} />
        </div>
        {mayEdit && !role.builtIn && (
          <>
            <Button disabled={!changed} onClick={reset}>
              {t('roles.reset')}
            </Button>
            <Button
              type="primary"
              disabled={!changed}
              loading={save.isPending}
              onClick={() =>
                save.mutate([...chosen], {
                  onSuccess: () => {
                    announce('success', t('roles.saved'));
                    setDraft(null);
                  },
                })
              }
            >
              {t('roles.save')}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
