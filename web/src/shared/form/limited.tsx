import { Input, type InputProps } from 'antd';
import type { PasswordProps, TextAreaProps } from 'antd/es/input';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './form.module.css';

/** fits tells whether a text has at most so many characters, spaces around it not counted, as the server counts. */
export function fits(text: string | undefined, max: number): boolean {
  return [...(text ?? '').trim()].length <= max;
}

const Report = createContext<(id: string, tooLong: boolean) => void>(() => undefined);

/** useLimits tells whether a text in `Limits` is too long, so that the button that sends it waits. */
export function useLimits() {
  const [long, setLong] = useState<ReadonlySet<string>>(new Set());
  const report = useCallback(
    (id: string, tooLong: boolean) =>
      setLong((old) => {
        if (old.has(id) === tooLong) return old;
        const next = new Set(old);
        if (tooLong) next.add(id);
        else next.delete(id);
        return next;
      }),
    [],
  );
  return { tooLong: long.size > 0, report };
}

export function Limits({ of, children }: { of: ReturnType<typeof useLimits>; children: ReactNode }) {
  return <Report value={of.report}>{children}</Report>;
}

/** What a field that is no part of a form says of its length: like atMost, it keeps what was pasted. */
function useLimit(value: string, max: number) {
  const { t } = useTranslation('forms');
  const id = useId();
  const report = useContext(Report);
  const tooLong = !fits(value, max);
  useEffect(() => {
    report(id, tooLong);
    return () => report(id, false);
  }, [report, id, tooLong]);
  return {
    props: tooLong ? { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': id } : {},
    words: tooLong && (
      <p id={id} className={styles.tooLong} role="alert">
        {t('tooLong', { max, count: [...value.trim()].length })}
      </p>
    ),
  };
}

type Limited<T> = T & { value: string; max: number };

/** One line of text outside of a form, of limited length. */
export function LimitedInput({ max, ...rest }: Limited<InputProps>) {
  const { props, words } = useLimit(rest.value, max);
  return (
    <>
      <Input {...rest} {...props} />
      {words}
    </>
  );
}

/** A password outside of a form, of limited length. */
export function LimitedPassword({ max, ...rest }: Limited<PasswordProps>) {
  const { props, words } = useLimit(rest.value, max);
  return (
    <>
      <Input.Password {...rest} {...props} />
      {words}
    </>
  );
}

/** Some lines of text outside of a form, of limited length. */
export function LimitedArea({ max, ...rest }: Limited<TextAreaProps>) {
  const { props, words } = useLimit(rest.value, max);
  return (
    <>
      <Input.TextArea {...rest} {...props} />
      {words}
    </>
  );
}
