// The kinds of pencil puzzles, which several scenes list.
import { useEffect, useState } from "preact/hooks";
import { type ApiError, isAbort, online, post, toApiError } from "../api/client";
import type { PencilKind } from "../api/generated";

/** All kinds of pencil puzzles; none until they are known. */
export function useKinds(): { kinds: readonly PencilKind[]; error: ApiError | null } {
  const [kinds, setKinds] = useState<readonly PencilKind[]>([]);
  const [error, setError] = useState<ApiError | null>(null);
  const isOnline = online.value;
  useEffect(() => {
    if (!isOnline) return;
    const controller = new AbortController();
    post("pencil/kinds", {}, controller.signal).then(
      (answer) => {
        setKinds(answer.kinds);
        setError(null);
      },
      (caught) => {
        if (!isAbort(caught)) setError(toApiError(caught));
      },
    );
    return () => controller.abort();
  }, [isOnline]);
  return { kinds, error };
}
