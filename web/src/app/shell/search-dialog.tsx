import { SearchOutlined } from '@ant-design/icons';
import { Input, type InputRef } from 'antd';
import { type KeyboardEvent, useDeferredValue, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { LevelIcon } from '@/entities/alert/level-icon';
import { Dialog } from '@/ui/dialog';
import styles from './search.module.css';
import { searchTargets, type Target } from './search-model';
import { useSearchTargets } from './use-search-targets';

interface Props {
  open: boolean;
  /** Stops collecting keys and returns what was typed meanwhile. */
  early: () => string;
  onClose: () => void;
}

/** Finds a project, point, device, page or command by name and opens it. */
export default function SearchDialog({ open, early, onClose }: Props) {
  const { t } = useTranslation(['shell', 'common']);
  const navigate = useNavigate();
  const listId = useId();
  const field = useRef<InputRef>(null);
  const [text, setText] = useState('');
  /** The option chosen with the arrow keys; it stays chosen when more results appear above it. */
  const [kept, setKept] = useState('');
  const wanted = useDeferredValue(text.trim());
  const { targets, pending } = useSearchTargets(open, wanted);
  const found = searchTargets(targets, wanted);
  const optionId = (target: Target) => `${listId}-${target.kind}-${target.id}`;
  const active = Math.max(
    found.findIndex((target) => optionId(target) === kept),
    0,
  );

  function go(target: Target) {
    onClose();
    setText('');
    if (typeof target.go === 'string') void navigate(target.go);
    else target.go();
  }

  function begin() {
    field.current?.focus();
    const typed = early();
    if (typed !== '') setText((old) => old + typed);
  }

  function onKeyDown(event: KeyboardEvent) {
    const target = found[active];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      const next = found[active + step];
      if (next) setKept(optionId(next));
    } else if (event.key === 'Enter' && target) go(target);
    else return;
    event.preventDefault();
  }

  const kindName = (kind: Target['kind']) =>
    kind === 'page' || kind === 'command' ? t(`search.${kind}`) : t(`common:entity.${kind}`);
  const chosen = found[active];
  return (
    <Dialog
      open={open}
      onCancel={onClose}
      footer={null}
      title={t('search.title')}
      width={520}
      destroyOnHidden
      // Not autoFocus, which runs before a dialog that opens without animation is visible.
      afterOpenChange={(opened) => opened && begin()}
    >
      <Input
        ref={field}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={chosen && optionId(chosen)}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setKept('');
        }}
        onKeyDown={onKeyDown}
        prefix={<SearchOutlined aria-hidden />}
        placeholder={t('search.placeholder')}
        aria-label={t('search.title')}
      />
      <div id={listId} role="listbox" aria-label={t('search.title')} className={styles.results}>
        {found.map((target, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field that keeps the focus
          <div
            key={optionId(target)}
            id={optionId(target)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.result}
            onClick={() => go(target)}
          >
            <span className={styles.level}>{target.mark !== undefined && <LevelIcon level={target.mark} />}</span>
            <span className={styles.name}>{target.name}</span>
            <span className={styles.where}>{target.hint}</span>
            <span className={styles.kind}>{kindName(target.kind)}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={styles.none}>{pending ? t('common:state.loading') : t('search.none')}</p>}
    </Dialog>
  );
}
