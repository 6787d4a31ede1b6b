/** Whether the page is being printed: what stands there then is what goes on paper. */

import { useEffect, useState } from "preact/hooks";

/** Returns whether the page is being printed, or shown as it would be. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const paper = matchMedia("print");
    const follow = (): void => setPrinting(paper.matches);
    follow();
    paper.addEventListener("change", follow);
    return () => paper.removeEventListener("change", follow);
  }, []);
  return printing;
}
