/** Two headers, the second one a moment later: two partitions moved, two stand still, one is empty. */
export const EXAMPLE = {
  text: "v1=0:18203377,1:18199021,2:18207400,3:-1,4:18201958",
  other: "v1=0:18203377,1:18204518,2:18207412,3:-1,4:18201958",
  encoding: null,
};
