import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { useAsked } from './use-asked';

it('keeps the first of two changes that come before the page is rendered', () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={['/?days=30']}>{children}</MemoryRouter>
  );
  const { result } = renderHook(useAsked, { wrapper });
  act(() => {
    result.current.change({ batch: 7, wide: true });
    result.current.change({ draft: '1.2' });
  });
  expect(result.current.asked).toMatchObject({ span: 30, batch: 7, wide: true, draft: '1.2' });
});
