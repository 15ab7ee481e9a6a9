/** The one-time code of this moment, renewed every second while it is shown. */

import type { CodeSettings } from "@coffer/core/items/totp";
import { type Code, codeAt } from "@coffer/core/items/totp-code";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { clockWarning } from "./clock.ts";

const SECOND_MS = 1_000;
/** The clocks are compared again after this long. */
const CLOCK_FRESH_MS = 600_000;

export function useCode(settings: CodeSettings): Code {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    // At the change of the second, so that the code changes when its time is over and not some part of a second later.
    const wait = () => {
      timer = setTimeout(
        () => {
          setNow(Date.now());
          wait();
        },
        SECOND_MS - (Date.now() % SECOND_MS),
      );
    };
    wait();
    return () => clearTimeout(timer);
  }, []);
  return codeAt(settings, now);
}

/** @returns what is wrong with this device's clock; null when nothing is, or the server cannot be asked. */
export function useClockWarning(): string | null {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ["clock-offset"],
    queryFn: () => client.clockOffset(),
    staleTime: CLOCK_FRESH_MS,
    retry: false,
    refetchOnWindowFocus: false,
  });
  return typeof data === "number" ? clockWarning(data) : null;
}
