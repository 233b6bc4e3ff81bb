/** The password rules, one by one, so that a hint can show which are met. */
export const passwordRules = {
  length: (password: string) => [...password].length >= 8 && [...password].length <= 16,
  upper: (password: string) => /[A-Z]/.test(password),
  lower: (password: string) => /[a-z]/.test(password),
  digit: (password: string) => /\d/.test(password),
  symbol: (password: string) => /[^A-Za-z0-9\s]/.test(password),
  repeat: (password: string) => password !== '' && !/(.)\1\1/u.test(password),
};

export type PasswordRule = keyof typeof passwordRules;
export const passwordRuleNames = Object.keys(passwordRules) as PasswordRule[];

export function isStrong(password: string): boolean {
  return passwordRuleNames.every((rule) => passwordRules[rule](password));
}

/** A password field accepts no Chinese characters. */
export function withoutChinese(text: string): string {
  return text.replace(/\p{Script=Han}/gu, '');
}
