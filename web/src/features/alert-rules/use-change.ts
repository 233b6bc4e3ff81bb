import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/** A change after which everything below a key is read again. */
export function useChange<In, Out>(queryKey: QueryKey, change: (input: In) => Promise<Out>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
}
