/** Keys of what one point shows: a new value renews everything below. */
export const pointKeys = {
  all: (pointId: number) => ['point-data', pointId] as const,
};
