import { Input, type InputProps } from 'antd';
import type { PasswordProps, TextAreaProps } from 'antd/es/input';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './form.module.css';

/** fits reports whether a text has at most so many characters, not counting spaces around it, as the server does. */
export function fits(text: string | undefined, max: number): boolean {
  return [...(text ?? '').trim()].length <= max;
}

interface Around {
  /** Reports a field's error: already shown, not yet shown, or null for none. */
  report: (id: string, said: boolean | null) => void;
  /** Set after an attempt to send: now every field shows its error. */
  tried: boolean;
}

const Report = createContext<Around>({ report: () => undefined, tried: false });

/** useLimits collects the errors of the fields inside `Limits`, for the button that submits them. */
export function useLimits() {
  const [wrong, setWrong] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [tried, setTried] = useState(false);
  const report = useCallback(
    (id: string, said: boolean | null) =>
      setWrong((old) => {
        if ((old.get(id) ?? null) === said) return old;
        const next = new Map(old);
        if (said === null) next.delete(id);
        else next.set(id, said);
        return next;
      }),
    [],
  );
  const attempt = useCallback(() => setTried(true), []);
  return { any: wrong.size > 0, said: [...wrong.values()].includes(true), tried, report, attempt };
}

export function Limits({ of, children }: { of: ReturnType<typeof useLimits>; children: ReactNode }) {
  const { report, tried } = of;
  return <Report value={useMemo(() => ({ report, tried }), [report, tried])}>{children}</Report>;
}

/**
 * useWrong reports an invalid field, and returns whether to show the error: after the field was touched or sending was
 * attempted.
 */
export function useWrong(wrong: boolean, touched: boolean): boolean {
  const id = useId();
  const { report, tried } = useContext(Report);
  const said = wrong && (touched || tried);
  useEffect(() => {
    report(id, wrong ? said : null);
    return () => report(id, null);
  }, [report, id, wrong, said]);
  return said;
}

/** The length error of a field outside a form: like atMost, it keeps pasted text. */
function useLimit(value: string, max: number) {
  const { t } = useTranslation('forms');
  const id = useId();
  const tooLong = useWrong(!fits(value, max), true);
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
