import { SearchOutlined } from '@ant-design/icons';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './search.module.css';
import { useEarlyKeys } from './use-early-keys';

const SearchDialog = lazy(() => import('./search-dialog'));

/** Reports whether a key opens the search: Ctrl K anywhere, / outside of fields. */
function opens(event: KeyboardEvent): boolean {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') return true;
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const target = event.target as HTMLElement;
  return !target.closest('input, textarea, select, [contenteditable="true"], .ant-modal');
}

/** Opens the search with Ctrl K, / or the header field; its code loads on first use. */
export function Search() {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const { start, take } = useEarlyKeys();

  function show() {
    start();
    setWanted(true);
    setOpen(true);
  }
  function close() {
    take();
    setOpen(false);
  }

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (open || !opens(event)) return;
      event.preventDefault();
      start();
      setWanted(true);
      setOpen(true);
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open, start]);

  return (
    <>
      <button type="button" className={styles.opener} onClick={show}>
        <SearchOutlined aria-hidden />
        <span className={styles.hint}>{t('search.placeholder')}</span>
        <kbd className={styles.key}>Ctrl K</kbd>
      </button>
      {wanted && (
        <Suspense fallback={null}>
          <SearchDialog open={open} early={take} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
