/** The views of the sign page. */
export type View = 'sign-in' | 'register' | 'forgot';

/** The view in the address; sign-in unless it names another. */
export function viewOf(search: URLSearchParams): View {
  const view = search.get('view');
  return view === 'register' || view === 'forgot' ? view : 'sign-in';
}

/** The address of a view; it keeps the page wanted after sign-in. */
export function addressOf(search: URLSearchParams, view: View): string {
  const next = new URLSearchParams(search);
  if (view === 'sign-in') next.delete('view');
  else next.set('view', view);
  return next.size > 0 ? `/sign?${next}` : '/sign';
}
